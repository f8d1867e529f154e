import { checkIntegrity, readStoredThoughts } from './stored-thoughts.ts';
import type { Written } from './write-storm.ts';

export interface StoredDifference {
  /** Acknowledged, and not stored. */
  lost: string[];
  /** Stored more than once. */
  doubled: string[];
  /** Stored, and never sent. */
  strange: string[];
  /** What the database finds wrong with itself. */
  damage: string[];
}

/**
 * Says how a data folder differs from what was sent to it, null when all is as it should be. Each
 * thought's text is its own id, so that a copy under another id shows too.
 */
export function compareStored(dataFolder: string, written: Written): StoredDifference | null {
  const integrity = checkIntegrity(dataFolder);
  const texts = readStoredThoughts(dataFolder).map(({ text }) => text);
  return compareTexts(texts, written, integrity === 'ok' ? [] : [integrity]);
}

/** Says the same of texts that were read from anywhere, and of what else was found wrong there. */
export function compareTexts(
  texts: readonly string[],
  { sent, acknowledged }: Written,
  damage: string[],
): StoredDifference | null {
  const stored = new Set(texts);
  const difference = {
    lost: [...acknowledged].filter((textID) => !stored.has(textID)),
    doubled: stored.size < texts.length ? doubledOf(texts) : [],
    strange: texts.filter((textID) => !sent.has(textID)),
    damage,
  };
  return Object.values(difference).every((found) => found.length === 0) ? null : difference;
}

function doubledOf(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) < index);
}
