import { Cloud } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './google-button.module.css';
import { NAME } from '#shared/name.ts';
import { WORDS } from '#client/words.ts';
import { useArrivalFocus } from './arrival-focus.ts';
import { useTitle } from './use-title.ts';

/** So long (ms) a press counts as under way: the page leaves late, and a popup may stay open for ever. */
const BUSY_MS = 10_000;

export function LoginPage({ signIn }: { signIn: () => Promise<void> }) {
  useTitle(`${WORDS.login.title} · ${NAME}`);
  const { isBusy, start } = useSignIn(signIn);

  return (
    <main className="shell-login">
      <div className="shell-behind" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
        <span />
      </div>
      <section className="shell-login-card" aria-labelledby="login-heading">
        <Cloud className="shell-login-cloud" aria-hidden="true" />
        <p className="shell-login-title">{NAME}</p>
        <h1
          ref={useArrivalFocus()}
          id="login-heading"
          tabIndex={-1}
          className="shell-login-heading"
        >
          {WORDS.login.heading}
        </h1>
        <p className="shell-login-line">{WORDS.login.line}</p>
        <GoogleButton isBusy={isBusy} onClick={() => void start()} />
      </section>
    </main>
  );
}

/** Is busy from the press until the page has gone, and never after a failure, or when it is here again. */
function useSignIn(signIn: () => Promise<void>) {
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

interface GoogleButtonProps {
  isBusy: boolean;
  onClick: () => void;
}

function GoogleButton({ isBusy, onClick }: GoogleButtonProps) {
  return (
    <button type="button" className={styles['button']} aria-busy={isBusy} onClick={onClick}>
      {isBusy ? <span className={styles['progress']} aria-hidden="true" /> : <GoogleMark />}
      <span>{WORDS.login.signIn}</span>
    </button>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" fill="none" strokeWidth="3.6">
      <path stroke="#ea4335" d="M4.2 6.4a7 7 0 0 1 10.9-1.6" />
      <path stroke="#fbbc05" d="M4 13.3a7 7 0 0 1 .2-6.9" />
      <path stroke="#34a853" d="M14.7 15.4A7 7 0 0 1 4 13.3" />
      <path stroke="#4285f4" d="M10.2 10h6.7a7 7 0 0 1-2.2 5.4" />
    </svg>
  );
}
