import closeWithGrace from 'close-with-grace';
import { NAME } from '#shared/name.ts';
import { readConfig, type Config } from './config.ts';
import { nameOfDatabase } from './database/database.ts';
import { summarizeError } from './errors/error-message.ts';
import { createOutput } from './output.ts';
import { requirePages, startServer, type Server } from './start-server.ts';
import { VERSION } from './version.ts';

const STOP_TIMEOUT_MS = 10_000;
const FATAL = 60;
/** Events left to the system: the end of a shell, and crashes that a process can't survive. */
const LEFT_TO_THE_SYSTEM: closeWithGrace.AllEvents[] = [
  'SIGHUP',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
];

const output = createOutput(process.stdout);
const errorOutput = createOutput(process.stderr);

try {
  const config = readConfig(process.env);
  // `npm run dev` serves the pages by itself, and the tests of a start need none.
  if (!process.argv.includes('--without-pages')) requirePages();
  const server = await startServer(config, { level: config.logLevel, stream: output }, fail);
  stopWhenAsked(server);
  for (const line of describeStart(config, server)) output.say(line);
  // What a person has to open comes last: in a line of JSON, too, it can be found and copied.
  output.say(`${NAME} ${VERSION} is ready: ${server.secretLink ?? server.publicURL}`);
} catch (error) {
  fail(error);
}

function describeStart({ dataFolder, databaseURL, google }: Config, { secretLink }: Server) {
  return [
    databaseURL === null
      ? `Data folder: ${dataFolder}`
      : `Database: PostgreSQL at ${nameOfDatabase(databaseURL)}`,
    google === null ? describeLocalAccounts(secretLink) : 'Sign-in: Google',
    // Elsewhere nobody can press it.
    ...(process.stdout.isTTY ? ['To stop: Ctrl+C'] : []),
  ];
}

function describeLocalAccounts(secretLink: string | null): string {
  return secretLink === null
    ? 'Sign-in: local accounts, on this computer only. Never put a proxy or tunnel in front of them: anyone could be anyone.'
    : 'Sign-in: local accounts, for whoever opens the secret link below. If it leads elsewhere, set PUBLIC_URL to the address that people open.';
}

function stopWhenAsked(server: Server): void {
  closeWithGrace(
    { delay: STOP_TIMEOUT_MS, skip: LEFT_TO_THE_SYSTEM, logger: { error: report } },
    async ({ err }) => {
      if (err !== undefined) report(err);
      await server.close();
    },
  );
}

function report(error: unknown): void {
  errorOutput.say(`${NAME} can't run. ${summarizeError(error)}`, FATAL);
}

function fail(error: unknown): never {
  report(error);
  process.exit(1);
}
