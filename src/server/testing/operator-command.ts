import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Runs an operator's command in a process of its own; resolves with its exit code and all it said. */
export async function runOperatorCommand(
  name: 'backup' | 'people' | 'restore',
  folder: string,
  ...args: string[]
): Promise<{ code: number | null; said: string }> {
  const script = join(import.meta.dirname, `../commands/${name}.ts`);
  const child = spawn(process.execPath, [script, ...args], { env: { DATA_DIR: folder } });
  const closed = once(child, 'close');
  const said = (await text(child.stdout)) + (await text(child.stderr));
  await closed;
  return { code: child.exitCode, said };
}
