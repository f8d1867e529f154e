import { basename, resolve } from 'node:path';
import { Problem } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';

export interface Command {
  /** The arguments, as the usage shows them; `…` for one or more. */
  takes?: string;
  does: string;
  /** Resolves with what to print, rejects with a message for the operator. */
  run: (args: string[], environment: NodeJS.ProcessEnv) => string | Promise<string>;
}

export type Commands = Readonly<Record<string, Command>>;

const PACKAGED_USAGE = `Usage: thought-cloud [COMMAND]
Without a command it serves the board, with the settings in the environment. The commands are:`;
const CLONE_USAGE = 'Type after npm run, with -- behind the first word:';

/** What was typed is no command, or lacks something: the answer is the usage. */
export class UsageError extends Error {}

export async function runCommand(commands: Commands): Promise<void> {
  process.stdout.on('error', failToPrint);
  const [word = '', ...args] = process.argv.slice(2);
  const isPair = Object.hasOwn(commands, `${word} ${args[0]}`);
  const name = isPair ? `${word} ${args.shift()}` : word;
  try {
    if (word === '--help' || args.includes('--help')) {
      process.stdout.write(`${describeUsage(commands, word)}\n`);
      return;
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new UsageError();
    const output = await command.run(args, process.env);
    process.stdout.write(`${output}\n`);
  } catch (error) {
    const message =
      error instanceof UsageError
        ? `${describeWrongWord(commands, name)}${describeUsage(commands, word)}`
        : explain(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}

/** The reader of a pipe that has gone, like `head`, has all that it wanted. */
function failToPrint(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function explain(error: unknown): string {
  const isUnusable = error instanceof Problem && error.cause !== undefined;
  if (isUnusable) return `The database can't be used: ${messageOf(error.cause)}`;
  if (error instanceof Error && 'code' in error && error.code === 'EACCES' && 'path' in error) {
    return `No permission for ${String(error.path)}: run the command as its owner, or as root.`;
  }
  return messageOf(error);
}

/** Whether this is the package's own command, and not an npm script. */
function isPackaged(): boolean {
  return basename(process.argv[1] ?? '').startsWith('thought-cloud');
}

function describeUsage(commands: Commands, word: string): string {
  const all = Object.entries(commands);
  const some = all.filter(([name]) => name.split(' ')[0] === word);
  const lines = (some.length > 0 ? some : all).map(
    ([name, { takes = '', does }]) => `${`${name} ${takes}`.padEnd(40)} ${does}`,
  );
  return [isPackaged() ? PACKAGED_USAGE : CLONE_USAGE, ...lines].join('\n');
}

/** A line about the first word that the usage lacks, if any. Behind a command only options can be wrong. */
function describeWrongWord(commands: Commands, name: string): string {
  const known = Object.entries(commands).flatMap(([command, { takes = '' }]) =>
    `${command} ${takes}`.split(' '),
  );
  const typed = process.argv.slice(2).map((word) => word.replace(/^(-.*?)=.*/su, '$1'));
  const wrong = typed.find((word) => {
    const isWord = word.startsWith('-') || !Object.hasOwn(commands, name);
    return isWord && !known.includes(word);
  });
  if (wrong === undefined) return '';
  const kind = wrong.startsWith('-') ? 'option' : 'command';
  return `There is no ${kind} ${JSON.stringify(wrong)}.\n`;
}

/** The one file that a command takes, from where its caller stands: npm changes to the project's folder first. */
export function requireFile(
  [file, ...rest]: readonly string[],
  { INIT_CWD: caller = '.' }: NodeJS.ProcessEnv,
): string {
  // A file may have such a name, but what was meant is an option: ./-name is a file.
  if (file === undefined || file.startsWith('-') || rest.length > 0) throw new UsageError();
  return resolve(caller, file);
}
