import { Client, TypeOverrides, types, type ClientBase, type ClientConfig } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;

// Counts and times: all of them are exact as numbers.
const typeOverrides = new TypeOverrides();
typeOverrides.setTypeParser(types.builtins.INT8, Number);

export function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'thought-cloud',
    // What belongs together is sent without waiting for one answer after the other.
    pipeline: true,
    // What forgets silent connections must not forget ours.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The database ends what takes long; a database that has gone does not even do that.
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + LOCK_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    // A server that stops in the middle of a transaction must not hold up the others.
    idle_in_transaction_session_timeout: LOCK_TIMEOUT_MS,
    types: typeOverrides,
  };
}

/**
 * The same for statements that may take as long as the board is large: somebody sees that they take
 * long, and can end them.
 */
export function withoutTimeLimits(settings: ClientConfig): ClientConfig {
  return {
    ...settings,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
}

export interface ConnectOptions {
  /** What the connection begins with: one that fails at it is ended. */
  begin?: (client: Client) => Promise<void>;
  /** Called when it is lost, perhaps while it begins. Its queries reject by themselves. */
  onLost?: (error: Error, client: Client) => void;
}

export async function connect(
  settings: ClientConfig,
  { begin = async () => {}, onLost }: ConnectOptions = {},
): Promise<Client> {
  const client = new Client(settings);
  // Without a listener, the loss would end the process.
  client.on('error', (error) => onLost?.(error, client));
  try {
    await client.connect();
    await begin(client);
    return client;
  } catch (error) {
    client.end(() => {});
    throw error;
  }
}

/** Runs a task with a connection of its own: what it does not commit is taken back. */
export async function withClient<Result>(
  settings: ClientConfig,
  task: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await connect(settings);
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}
