import { Cloud } from 'lucide-react';
import { GoogleButton } from '#client/components/google-button.tsx';
import styles from './login-page.module.css';
import { useArrivalFocus } from './arrival-focus.ts';
import { useSignIn } from './use-sign-in.ts';
import { useTitle } from './use-title.ts';

/** Where a visitor signs in. */
export function LoginPage({ signIn }: { signIn: () => Promise<void> }) {
  useTitle('Log in · Thought Cloud');
  const { isBusy, start } = useSignIn(signIn);

  return (
    <main className={styles['page']}>
      <div className={styles['hint']} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <section className={styles['card']} aria-labelledby="login-heading">
        <Cloud className={styles['cloud']} aria-hidden="true" />
        <p className={styles['title']}>Thought Cloud</p>
        <h1 ref={useArrivalFocus()} id="login-heading" tabIndex={-1} className={styles['heading']}>
          Share your thoughts with us
        </h1>
        <p className={styles['line']}>Please log in first to use Thought Cloud.</p>
        <GoogleButton isBusy={isBusy} onClick={() => void start()} />
      </section>
    </main>
  );
}
