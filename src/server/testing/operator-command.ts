import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

type CommandName = 'backup' | 'export' | 'import' | 'people' | 'restore';

/**
 * Runs an operator's command in a process of its own, on a data folder or the database of an
 * address; resolves with its exit code and all it said.
 */
export async function runOperatorCommand(
  name: CommandName,
  place: string,
  ...args: string[]
): Promise<{ code: number | null; said: string }> {
  const child = startOperatorCommand(name, place, ...args);
  const closed = once(child, 'close');
  const said = (await text(child.stdout)) + (await text(child.stderr));
  await closed;
  return { code: child.exitCode, said };
}

/** Starts an operator's command. */
export function startOperatorCommand(
  name: CommandName,
  place: string,
  ...args: string[]
): ChildProcessWithoutNullStreams {
  const script = join(import.meta.dirname, `../commands/${name}.ts`);
  const variable = place.startsWith('postgres:') ? 'DATABASE_URL' : 'DATA_DIR';
  return spawn(process.execPath, [script, ...args], { env: { [variable]: place } });
}
