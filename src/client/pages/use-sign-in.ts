import { useEffect, useState } from 'react';

/** So long (ms) a press counts as under way: the page leaves late, and a popup may stay open for ever. */
const BUSY_MS = 10_000;

interface SignIn {
  /** Whether a sign-in is under way, so that `start` does nothing. */
  isBusy: boolean;
  start: () => Promise<void>;
}

/**
 * Signs in by a button that shows that it is busy, from the press until the page has gone, and never
 * stays so: not after a failure, nor when the page is still here or here again.
 */
export function useSignIn(signIn: () => Promise<void>): SignIn {
  const [attempt, setAttempt] = useState<symbol | null>(null);
  useEffect(() => {
    if (attempt === null) return undefined;
    const end = (): void => setAttempt(null);
    const timer = setTimeout(end, BUSY_MS);
    addEventListener('pageshow', end);
    return () => {
      clearTimeout(timer);
      removeEventListener('pageshow', end);
    };
  }, [attempt]);

  const start = async (): Promise<void> => {
    if (attempt !== null) return;
    const mine = Symbol('sign-in');
    setAttempt(mine);
    try {
      await signIn();
    } catch (error) {
      console.error('Signing in failed', error);
      // A newer one ends what the backend had left open, and is still under way.
      setAttempt((current) => (current === mine ? null : current));
    }
  };
  return { isBusy: attempt !== null, start };
}
