const ROOT = '/local-accounts';

/** The paths of the local accounts; all else under the root is the provider's. */
export const LOCAL_ACCOUNTS = {
  root: ROOT,
  choice: `${ROOT}/choice`,
  pictures: `${ROOT}/pictures`,
  stylesheet: `${ROOT}/page.css`,
} as const;
