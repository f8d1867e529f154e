import { Cloud } from 'lucide-react';
import { GoogleButton } from '#client/components/google-button.tsx';
import { NAME, WORDS } from '#client/words.ts';
import styles from './login-page.module.css';
import { useArrivalFocus } from './arrival-focus.ts';
import { useSignIn } from './use-sign-in.ts';
import { useTitle } from './use-title.ts';

/** Where a visitor signs in. */
export function LoginPage({ signIn }: { signIn: () => Promise<void> }) {
  useTitle(`${WORDS.login.title} · ${NAME}`);
  const { isBusy, start } = useSignIn(signIn);

  return (
    <main className={styles['page']}>
      <div className={styles['hint']} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
        <span />
      </div>
      <section className={styles['card']} aria-labelledby="login-heading">
        <Cloud className={styles['cloud']} aria-hidden="true" />
        <p className={styles['title']}>{NAME}</p>
        <h1 ref={useArrivalFocus()} id="login-heading" tabIndex={-1} className={styles['heading']}>
          {WORDS.login.heading}
        </h1>
        <p className={styles['line']}>{WORDS.login.line}</p>
        <GoogleButton isBusy={isBusy} onClick={() => void start()} />
      </section>
    </main>
  );
}
