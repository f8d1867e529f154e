import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compiled } from '#server/testing/compiled.ts';

type CommandName =
  | 'backup'
  | 'export'
  | 'export:firebase'
  | 'import'
  | 'import:firebase'
  | 'people'
  | 'restore'
  | 'thoughts';

const OWN = join(import.meta.dirname, '../operator/main.ts');
const FIREBASE = join(import.meta.dirname, '../../../tools/firebase-transfer/main.ts');

/** Where a command works: a data folder, the address of a database, or what its environment names. */
type Place = string | NodeJS.ProcessEnv;

/** Runs an operator's command in a process of its own; resolves with its exit code and all it said. */
export async function runOperatorCommand(
  name: CommandName,
  place: Place,
  ...args: string[]
): Promise<{ code: number | null; said: string }> {
  const child = startOperatorCommand(name, place, ...args);
  const closed = once(child, 'close');
  // Both outputs are read at once: a process that writes to an unread pipe waits for ever.
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode, said: said.join('') };
}

/** Starts an operator's command. */
export function startOperatorCommand(
  name: CommandName,
  place: Place,
  ...args: string[]
): ChildProcessWithoutNullStreams {
  const [command = '', service] = name.split(':');
  const script = service === undefined ? OWN : FIREBASE;
  // Without PATH a command does not find the system's log, where tests should leave no lines.
  const env = { ...compiled, PATH: '', ...environmentOf(place) };
  return spawn(process.execPath, [script, command, ...args], { env });
}

function environmentOf(place: Place): NodeJS.ProcessEnv {
  if (typeof place !== 'string') return place;
  return place.startsWith('postgres:') ? { DATABASE_URL: place } : { DATA_DIR: place };
}
