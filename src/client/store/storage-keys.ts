/**
 * Every key under which a browser keeps something; what is a person's carries their uid. One more is
 * in public/first-paint.js, which runs before any module: `thought-cloud:login-shown`, of the tab.
 */
export const STORAGE_KEYS = {
  /** Local: the signed-in person, a hint for the first paint and never access. */
  authUser: 'authUser',
  /** Local: a sign-out that was asked for and is not carried out yet. */
  signOut: 'thought-cloud:sign-out',
  /** Local: the beginning of the keys of texts that are neither added nor saved yet, one each. */
  texts: (uid: string) => `thought-cloud:text:${uid}:`,
  /** Local: the beginning of the keys of unsent operations, one each. */
  operations: (uid: string) => `thought-cloud:operation:${uid}:`,
  /** Tab: the beginning of the keys of where the person was, one for each list. */
  readingPlaces: (uid: string) => `thought-cloud:reading-place:${uid}:`,
  /** Tab: the server's version for which the page was loaded anew. */
  renewedFor: 'thought-cloud:renewed-for',
} as const;

/** Whether a key is one of what a person has written and nobody else has yet. */
export function isOfWriting(key: string): boolean {
  return /^thought-cloud:(?:text|operation):/u.test(key);
}
