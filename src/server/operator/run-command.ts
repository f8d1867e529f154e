import { resolve } from 'node:path';
import { Problem } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';

/** A command of an operator's; resolves with what to print, rejects with a message for them. */
export type Command = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
) => string | Promise<string>;

export async function runCommand(commands: Readonly<Record<string, Command>>): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2);
  try {
    const command = commands[name];
    if (command === undefined) throw new Error(`Name one of: ${Object.keys(commands).join(', ')}`);
    process.stdout.write(`${await command(args, process.env)}\n`);
  } catch (error) {
    const isUnusable = error instanceof Problem && error.cause !== undefined;
    const said = isUnusable
      ? `The database can't be used: ${messageOf(error.cause)}`
      : messageOf(error);
    process.stderr.write(`${said}\n`);
    process.exitCode = 1;
  }
}

export function requireFile([file]: readonly string[]): string {
  if (file === undefined) throw new Error('Name a file.');
  return resolve(file);
}
