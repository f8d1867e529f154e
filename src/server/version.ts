import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const PACKAGE = join(import.meta.dirname, '../../package.json');

/** The version of this program. */
export const { version: VERSION } = v.parse(
  v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() })),
  readFileSync(PACKAGE, 'utf8'),
);
