import { useId, type ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { NAME } from '#shared/name.ts';
import { ROUTES } from '#shared/routes.ts';
import { WORDS } from '#client/words.ts';
import { Avatar } from './avatar.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  name: string;
  photoURL: string;
  sign: ReactNode;
  onHome: () => void;
  onProfile: () => void;
}

export function TopBar({ name, photoURL, sign, onHome, onProfile }: TopBarProps) {
  const brand = useId();
  const [isFeed] = useRoute(ROUTES.feed);
  const [isProfile] = useRoute(ROUTES.profile);
  return (
    <header ref={tellScrolled} className="shell-bar">
      <a href="#main" className={styles['skip']}>
        {WORDS.bar.skip}
      </a>
      <nav className="shell-bar-inside" aria-label={WORDS.bar.main}>
        <Link
          to={ROUTES.feed}
          replace={isFeed}
          className={`shell-brand ${styles['home']}`}
          aria-labelledby={brand}
          aria-current={isFeed ? 'page' : undefined}
          onClick={isFeed ? onHome : undefined}
        >
          {sign}
          <span id={brand}>{NAME}</span>
        </Link>
        <Link
          to={ROUTES.profile}
          replace={isProfile}
          className={styles['profile']}
          title={WORDS.bar.profile}
          aria-label={WORDS.bar.profile}
          aria-current={isProfile ? 'page' : undefined}
          onClick={isProfile ? undefined : onProfile}
        >
          <Avatar name={name} url={photoURL} size="bar" />
        </Link>
      </nav>
    </header>
  );
}

/** Tells the styles whether the page has scrolled: the bar stands on the sky until then. */
function tellScrolled(): () => void {
  const { dataset } = document.documentElement;
  const tell = (): void => {
    dataset['scrolled'] = String(scrollY > 4);
  };
  tell();
  addEventListener('scroll', tell, { passive: true });
  return () => {
    removeEventListener('scroll', tell);
    delete dataset['scrolled'];
  };
}
