import { disableNetwork, enableNetwork, type Firestore } from 'firebase/firestore';

/** How long a service may take to answer that it can be reached, in ms. */
const PROBE_TIMEOUT_MS = 3000;

/** The way to the service, apart from what is said on it. */
export interface Connection {
  canReach: () => Promise<boolean>;
  /** Lets go of the SDK's connection and begins a new one, with its shortest wait. */
  restart: () => Promise<void>;
}

/** The SDK's connection to the service at an address. */
export function connectionOf(firestore: Firestore, address: string): Connection {
  return {
    canReach: async () => {
      try {
        const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
        await fetch(address, { mode: 'no-cors', cache: 'no-store', signal });
        return true;
      } catch {
        return false;
      }
    },
    restart: async () => {
      await disableNetwork(firestore);
      await enableNetwork(firestore);
    },
  };
}
