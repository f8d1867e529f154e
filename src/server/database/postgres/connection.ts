import { Client, type ClientBase, type ClientConfig } from 'pg';

/** One connection, replaced when it is lost. */
export interface Connection {
  /** Resolves with the client, once it is connected. */
  client: () => Promise<ClientBase>;
  /** The number of the database's process for this connection; null when there is none. */
  processID: () => number | null;
  /** Ends the connection; the next use makes another. */
  drop: () => void;
}

export interface ConnectOptions {
  /** What the connection begins with: one that fails at it is ended. */
  begin?: (client: Client) => Promise<void>;
  /** Called when it is lost, perhaps while it begins. Its queries reject by themselves. */
  onLost?: (error: Error, client: Client) => void;
}

/** Connects; rejects when that, or the beginning, fails. */
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

/** Creates a connection; its first use connects. */
export function createConnection(settings: ClientConfig): Connection {
  let current: { client: Client; processID: number } | null = null;
  const drop = (): void => {
    // Nobody waits for its end.
    current?.client.end(() => {});
    current = null;
  };
  const connectAgain = async (): Promise<Client> => {
    let processID = 0;
    const begin = async (begun: Client): Promise<void> => {
      const { rows } = await begun.query<{ pid: number }>('select pg_backend_pid() as "pid"');
      processID = rows[0]?.pid ?? 0;
    };
    const client = await connect(settings, {
      begin,
      onLost: (_error, lost) => {
        // The next use connects again.
        if (current?.client === lost) current = null;
      },
    });
    current = { client, processID };
    return client;
  };
  return {
    client: async () => current?.client ?? connectAgain(),
    processID: () => current?.processID ?? null,
    drop,
  };
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
