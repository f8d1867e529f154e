import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Row } from '#server/database/database.ts';
import { lineOf } from '#server/operator/board-file.ts';

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
/** Close to the latest time that an import accepts, but with time for the tests to run. */
export const LAST_MILLIS = Date.now() + 23 * 3_600_000;

/** A thought of Ada's, as a board stores it. */
export function storedThought(textID: string) {
  const rest = { uName: 'Ada', uProfile: '', createdAt: 1, version: 1 };
  return { textID, uID: 'ada', text: `I am ${textID}`, ...rest };
}

/** Writes an exported board of records in the order of a file; its last line has their hash. */
export function writeExport(file: string, records: readonly Row[]): void {
  const lines = records.map(lineOf).join('');
  const sha256 = createHash('sha256').update(lines).digest('hex');
  writeFileSync(file, lines + lineOf({ kind: 'end', sha256 }));
}
