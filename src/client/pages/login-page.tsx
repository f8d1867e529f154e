import { Cloud } from 'lucide-react';
import { GoogleButton } from '#client/components/google-button.tsx';
import { NAME, WORDS } from '#client/words.ts';
import { useArrivalFocus } from './arrival-focus.ts';
import { useSignIn } from './use-sign-in.ts';
import { useTitle } from './use-title.ts';

/** Where a visitor signs in. */
export function LoginPage({ signIn }: { signIn: () => Promise<void> }) {
  useTitle(`${WORDS.login.title} · ${NAME}`);
  const { isBusy, start } = useSignIn(signIn);

  return (
    <main className="sketch-login">
      <div className="sketch-behind" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
        <span />
      </div>
      <section className="sketch-login-card" aria-labelledby="login-heading">
        <Cloud className="sketch-login-cloud" aria-hidden="true" />
        <p className="sketch-login-title">{NAME}</p>
        <h1
          ref={useArrivalFocus()}
          id="login-heading"
          tabIndex={-1}
          className="sketch-login-heading"
        >
          {WORDS.login.heading}
        </h1>
        <p className="sketch-login-line">{WORDS.login.line}</p>
        <GoogleButton isBusy={isBusy} onClick={() => void start()} />
      </section>
    </main>
  );
}
