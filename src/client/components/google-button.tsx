import { WORDS } from '#client/words.ts';
import styles from './google-button.module.css';

interface GoogleButtonProps {
  isBusy: boolean;
  onClick: () => void;
}

export function GoogleButton({ isBusy, onClick }: GoogleButtonProps) {
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
