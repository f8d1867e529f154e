import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Fault } from './fault.ts';

/** A copy of the project, in which a fault can be planted. */
export interface TreeCopy {
  folder: string;
  plant: (fault: Fault) => void;
  /** Puts back what the fault has changed. */
  heal: () => void;
  remove: () => void;
}

/** Copies what git tracks, as it is in the working tree; the packages are shared. */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-planted-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { encoding: 'utf8' }).split('\0');
  for (const file of files) {
    if (file !== '' && existsSync(file)) cpSync(file, join(folder, file));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  let planted: string | null = null;
  return {
    folder,
    plant: ({ file, search, replace }) => {
      const [before, after, ...rest] = readFileSync(file, 'utf8').split(search);
      if (after === undefined || rest.length > 0) throw new Error(`${file} has no place for it.`);
      writeFileSync(join(folder, file), `${before}${replace}${after}`);
      planted = file;
    },
    heal: () => {
      if (planted !== null) cpSync(planted, join(folder, planted));
      planted = null;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
