import { SERVICE_ROOTS } from '#shared/wire.ts';

const ROOT = SERVICE_ROOTS.localAccounts;

/** The paths of the local accounts; all else under the root is the provider's. */
export const LOCAL_ACCOUNTS = {
  root: ROOT,
  choice: `${ROOT}/choice`,
  pictures: `${ROOT}/pictures`,
  stylesheet: `${ROOT}/page.css`,
} as const;
