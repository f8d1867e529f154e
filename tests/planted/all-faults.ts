import { ACCESSIBILITY } from './faults/accessibility.ts';
import { DURABILITY } from './faults/durability.ts';
import { LIMITS } from './faults/limits.ts';
import { LIVE } from './faults/live.ts';
import { LOST_TEXTS } from './faults/lost-texts.ts';
import { OPERATION } from './faults/operation.ts';
import { ORDER } from './faults/order.ts';
import { OWNERSHIP } from './faults/ownership.ts';
import { SIGN_IN } from './faults/sign-in.ts';

/** A small fault that a person or an operator would notice, planted to see that a test notices it first. */
export interface Fault {
  /** What somebody would notice, in a few words; unique, so that tables and commands can name it. */
  name: string;
  /** Where it is planted, from the project's folder. */
  file: string;
  /** Stands exactly once in the file, so that a fault whose code has moved says so at once. */
  search: string;
  replace: string;
  seenBy: SeeingTest;
}

/** A test, or a file of tests, that is known to fail with a fault. */
export interface SeeingTest {
  project: string;
  file: string;
  /** Stands both in the test's name and in its file; empty when the whole file is meant. */
  title: string;
}

const FORM =
  /^(.+) \(\d+\)\n((?: {2}- .+\n)+)((?: {2}\+ .+\n)*) {2}seen by (\w+) ([^ :]+)(?:: (.+))?$/u;

/** All planted faults by their kind. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'ownership and sessions': readFaults(OWNERSHIP),
  'order and idempotence': readFaults(ORDER),
  'live merge, gaps, reconnecting': readFaults(LIVE),
  'lost texts': readFaults(LOST_TEXTS),
  'sign-in': readFaults(SIGN_IN),
  'limits, headers, bad input': readFaults(LIMITS),
  'durability and migration': readFaults(DURABILITY),
  'accessibility, focus, layout': readFaults(ACCESSIBILITY),
  'addresses, settings, files': readFaults(OPERATION),
};

/**
 * Reads faults that are written below their file (`FILE:`) as `NAME (PROMISE)` and, indented, what goes after `- `, what
 * comes instead, if anything does, after `+ `, and `seen by PROJECT FILE: TITLE`, or the whole file without one.
 */
function readFaults(text: string): Fault[] {
  return text
    .trim()
    .split(/\n(?=\S+:\n)/u)
    .flatMap((group) => {
      const [file = '', ...lines] = group.split('\n');
      const faults = lines.join('\n').split(/\n(?! )/u);
      return faults.map((fault) => readFault(file.replace(/:$/u, ''), fault));
    });
}

function readFault(file: string, lines: string): Fault {
  const [, name, search, replace, project, test, title] = FORM.exec(lines) ?? [];
  if (!name || !search || !project || !test) throw new Error(`Not a fault: ${lines}`);
  return {
    name,
    file,
    search: search.replaceAll(/^ {2}- |\n$/gmu, ''),
    replace: replace?.replaceAll(/^ {2}\+ |\n$/gmu, '') ?? '',
    seenBy: { project, file: test, title: title ?? '' },
  };
}
