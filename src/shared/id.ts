import { ID_LENGTH } from './limits.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Draws an id of `ID_LENGTH` letters and digits, which nobody else has drawn or can guess. */
export function newId(): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(ID_LENGTH))) {
      // 248 is the largest multiple of 62 in a byte: beyond it the draw would be uneven.
      if (byte < 248 && id.length < ID_LENGTH) id += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return id;
}
