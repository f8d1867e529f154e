import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Skips a test, saying so, on a machine that lacks one of the programs that it drives. */
export function needPrograms(
  skip: (isLacking: boolean, reason: string) => void,
  ...names: string[]
) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  for (const name of names) {
    const isThere = folders.some((folder) => existsSync(join(folder, name)));
    skip(!isThere, `There is no ${name} here`);
  }
}
