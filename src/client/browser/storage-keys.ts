/**
 * All storage keys; a person's have their uid in them. One more is
 * in public/first-paint.js, which runs before any module: `thought-cloud:login-shown`, of the tab.
 */
export const STORAGE_KEYS = {
  /** Local: the signed-in person, a hint for the first paint, never access. */
  authUser: 'authUser',
  /** Local: the uid of a person whose sign-out is not carried out yet. */
  signOut: 'thought-cloud:sign-out',
  /** Local, prefix: what is written and not listed yet. */
  writing: (uid: string) => `thought-cloud:writing:${uid}:`,
  /** Local: that this board was opened as an installed one. */
  installed: 'thought-cloud:installed',
  /** Tab, prefix: the reading place in each list. */
  readingPlaces: (uid: string) => `thought-cloud:reading-place:${uid}:`,
  /** Tab: the server's version for which the page was reloaded. */
  renewedFor: 'thought-cloud:renewed-for',
} as const;
