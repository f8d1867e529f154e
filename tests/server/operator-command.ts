import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Row } from '#server/database/database.ts';
import { lineOf } from '#server/operator/board-file.ts';

const OWN = join(import.meta.dirname, '../../src/server/operator/main.ts');
const FIREBASE = join(import.meta.dirname, '../../tools/firebase-transfer/main.ts');

/** Where a command works: a data folder, the address of a database, or what its environment names. */
type Place = string | NodeJS.ProcessEnv;

/** Runs an operator's command, by the name of its npm script, in a process of its own; resolves with its exit code and all it said. */
export async function runOperatorCommand(name: string, place: Place, ...args: string[]) {
  const [command = '', service] = name.split(':');
  const script = service === undefined ? OWN : FIREBASE;
  const env = { ...inherited, ...environmentOf(place) };
  const child = spawn(process.execPath, [script, command, ...args], { env });
  // Both outputs are read at once: a process that writes to an unread pipe waits for ever.
  const outputs = [text(child.stdout), text(child.stderr)];
  const [said] = await Promise.all([Promise.all(outputs), once(child, 'close')]);
  return { code: child.exitCode, said: said.join('') };
}

function environmentOf(place: Place): NodeJS.ProcessEnv {
  if (typeof place !== 'string') return place;
  return place.startsWith('postgres:') ? { DATABASE_URL: place } : { DATA_DIR: place };
}

/**
 * What a process that a test starts takes over: what Node has compiled before, with which it starts in a third of
 * the time, and the machine's clock, zone and language.
 */
const INHERITED = 'NODE_COMPILE_CACHE LD_PRELOAD FAKETIME TZ LANG LC_ALL LOCPATH'.split(' ');
export const inherited: NodeJS.ProcessEnv = Object.fromEntries(
  INHERITED.filter((name) => process.env[name]).map((name) => [name, process.env[name]]),
);

/** Characters that some step of a transfer might not keep. */
export const ODD_TEXTS = [
  'a'.repeat(150),
  '👩‍👩‍👧‍👦'.repeat(13),
  'e\u0301 is not é',
  '"\\\n\t\u202Eabc\u202C',
  'one\u2028two\u2029three\u0085four\rfive\nsix\u000bseven\u000ceight',
  '\u{10FFFF}\uFFFE\u0001',
  '__name__ null {"stringValue":""}',
];
/** The latest time that an import accepts. */
export const LAST_MILLIS = 253_402_300_799_999;

/** Writes an exported board of these records, in the order of a file; its last line has their hash. */
export function writeExport(file: string, records: readonly Row[]): void {
  const sorted = records.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const lines = sorted.map(lineOf).join('');
  const sha256 = createHash('sha256').update(lines).digest('hex');
  writeFileSync(file, lines + lineOf({ kind: 'end', sha256 }));
}

function keyOf({ kind, textID, uid }: Row): string {
  return `${kind} ${textID ?? uid}`;
}
