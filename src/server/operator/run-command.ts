import { resolve } from 'node:path';
import { Problem } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';

/** A command of an operator's. */
export interface Command {
  /** What has to follow its name; `…` for one or more. */
  takes?: string;
  does: string;
  /** Resolves with what to print, rejects with a message for the operator. */
  run: (args: string[], environment: NodeJS.ProcessEnv) => string | Promise<string>;
}

/** By name, which is a word or two. */
export type Commands = Readonly<Record<string, Command>>;

/** Thrown where the words after a command are none that it takes. */
export class UsageError extends Error {}

export async function runCommand(commands: Commands): Promise<void> {
  const [word = '', ...args] = process.argv.slice(2);
  try {
    const isPair = Object.hasOwn(commands, `${word} ${args[0]}`);
    const command = commands[isPair ? `${word} ${args.shift()}` : word];
    if (command === undefined) throw new UsageError();
    process.stdout.write(`${await command.run(args, process.env)}\n`);
  } catch (error) {
    const isUnusable = error instanceof Problem && error.cause !== undefined;
    const said = isUnusable
      ? `The database can't be used: ${messageOf(error.cause)}`
      : error instanceof UsageError
        ? describeUsage(commands, word, process.env['npm_lifecycle_event'])
        : messageOf(error);
    process.stderr.write(`${said}\n`);
    process.exitCode = 1;
  }
}

/** The commands of a word, or all of them, as one calls them: by a script of npm's, or the package's. */
function describeUsage(commands: Commands, word: string, script = ''): string {
  const isOf = (name: string): boolean => name.split(' ')[0] === word;
  const all = Object.entries(commands);
  const some = all.filter(([name]) => isOf(name));
  const lines = (some.length > 0 ? some : all).map(([name, { takes = '', does }]) => {
    const isScript = isOf(name) && script.split(':')[0] === word;
    const call = isScript ? name.replace(word, `npm run ${script} --`) : `thought-cloud ${name}`;
    return `${`${call} ${takes}`.padEnd(48)} ${does}`;
  });
  return ['This command is used so:', ...lines].join('\n');
}

export function requireFile([file, ...rest]: readonly string[]): string {
  if (file === undefined || rest.length > 0) throw new UsageError();
  return resolve(file);
}
