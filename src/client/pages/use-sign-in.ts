import { useEffect, useState } from 'react';

/** So long (ms) a press counts as under way: the page leaves late, and a popup may stay open for ever. */
const BUSY_MS = 10_000;

interface SignIn {
  isBusy: boolean;
  start: () => Promise<void>;
}

/**
 * Signs in by a button that shows that it is busy, from the press until the page has gone, and never
 * stays so: not after a failure, nor when the page is still here or here again.
 */
export function useSignIn(signIn: () => Promise<void>): SignIn {
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return undefined;
    const end = (): void => setIsBusy(false);
    const timer = setTimeout(end, BUSY_MS);
    addEventListener('pageshow', end);
    return () => {
      clearTimeout(timer);
      removeEventListener('pageshow', end);
    };
  }, [isBusy]);

  const start = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await signIn();
    } catch (error) {
      console.error('Signing in failed', error);
      setIsBusy(false);
    }
  };
  return { isBusy, start };
}
