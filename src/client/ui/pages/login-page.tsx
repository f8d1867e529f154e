import { useState } from 'react';
import styles from './google-button.module.css';
import googleMark from './google-mark.svg?no-inline';
import { NAME } from '#shared/name.ts';
import { Mark } from '#client/ui/components/mark.tsx';
import { focusTarget } from '#client/ui/input/focus.ts';
import { WORDS } from '#client/ui/words.ts';

/** How long (ms) a press counts as pending: the page leaves late, and a popup may stay open. */
const BUSY_MS = 10_000;
/** How long (ms) a press shows at least, so that one that fails at once, as offline, is seen to be answered. */
const LEAST_BUSY_MS = 600;

export function LoginPage({ signIn }: { signIn: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const start = (): void => {
    if (isBusy) return;
    setIsBusy(true);
    const end = (): void => setIsBusy(false);
    setTimeout(end, BUSY_MS);
    // Back restores the page as it was left.
    addEventListener('pageshow', end, { once: true });
    signIn().catch((error: unknown) => {
      console.error('Signing in failed', error);
      setTimeout(end, LEAST_BUSY_MS);
    });
  };

  return (
    <main className="shell-login">
      <title>{`${WORDS.login.title} · ${NAME}`}</title>
      <div className="shell-behind" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
        <span />
      </div>
      <section className="shell-login-card" aria-labelledby="login-heading">
        <Mark className="shell-login-cloud" />
        <p className="shell-login-title">{NAME}</p>
        <h1
          ref={focusTarget('heading')}
          id="login-heading"
          tabIndex={-1}
          className="shell-login-heading"
        >
          {WORDS.login.heading}
        </h1>
        <p className="shell-login-line">{WORDS.login.line}</p>
        <button type="button" className={styles['button']} aria-busy={isBusy} onClick={start}>
          {isBusy ? (
            <span className={styles['progress']} aria-hidden="true" />
          ) : (
            <img src={googleMark} alt="" />
          )}
          <span>{WORDS.login.signIn}</span>
        </button>
      </section>
    </main>
  );
}
