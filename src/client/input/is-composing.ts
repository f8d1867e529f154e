import type { KeyboardEvent } from 'react';

const TAKEN_KEY = 229;

/** Whether a key belongs to an input method, also the one that ends a conversion. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  // Safari ends the composition before it sends the key: https://webkit.org/b/165004
  return nativeEvent.isComposing || keyCode === TAKEN_KEY;
}
