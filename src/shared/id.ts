import { ID_LENGTH } from './limits.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Draws a random id, which is unique and can't be guessed. */
export function newId(): string {
  // The numbers are so large that the remainder hardly favours any letter.
  const draws = crypto.getRandomValues(new Uint32Array(ID_LENGTH));
  return Array.from(draws, (draw) => ALPHABET.charAt(draw % ALPHABET.length)).join('');
}
