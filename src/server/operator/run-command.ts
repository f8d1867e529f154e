import { resolve } from 'node:path';
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

export class UsageError extends Error {}

export async function runCommand(commands: Commands): Promise<void> {
  const [word = '', ...args] = process.argv.slice(2);
  try {
    if (word === '--help') {
      process.stdout.write(
        `Without a word it serves the board.\n${describeUsage(commands, word)}\n`,
      );
      return;
    }
    const isPair = Object.hasOwn(commands, `${word} ${args[0]}`);
    const command = commands[isPair ? `${word} ${args.shift()}` : word];
    if (command === undefined) throw new UsageError();
    process.stdout.write(`${await command.run(args, process.env)}\n`);
  } catch (error) {
    const isUnusable = error instanceof Problem && error.cause !== undefined;
    const said = isUnusable
      ? `The database can't be used: ${messageOf(error.cause)}`
      : error instanceof UsageError
        ? describeUsage(commands, word)
        : messageOf(error);
    process.stderr.write(`${said}\n`);
    process.exitCode = 1;
  }
}

function describeUsage(commands: Commands, word: string): string {
  const all = Object.entries(commands);
  const some = all.filter(([name]) => name.split(' ')[0] === word);
  const lines = (some.length > 0 ? some : all).map(
    ([name, { takes = '', does }]) => `${`${name} ${takes}`.padEnd(40)} ${does}`,
  );
  const how = 'Type after thought-cloud, or after npm run with -- behind the first word:';
  return [how, ...lines].join('\n');
}

export function requireFile([file, ...rest]: readonly string[]): string {
  if (file === undefined || rest.length > 0) throw new UsageError();
  return resolve(file);
}
