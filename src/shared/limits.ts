/** Longest thought, in UTF-16 code units: the unit a text box's maxlength counts. */
export const TEXT_LIMIT = 150;

/** Thoughts in a live list's first window, and in each older page added to it. */
export const PAGE_SIZE = 50;

/** Thoughts that a live list loads at most to bring a reader back to their place. */
export const RESTORED_LIMIT = 500;

/** Most thoughts one request may ask for. */
export const PAGE_LIMIT = 200;

/** Characters in an id, as in one of a Firestore document. */
export const ID_LENGTH = 20;
