import { useId, type MouseEventHandler } from 'react';
import { Link, NavLink } from 'react-router';
import { Avatar } from './avatar.tsx';
import { CloudSign } from './cloud-sign.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  name: string;
  photoURL: string;
  isLive: boolean;
  newestAt: number | undefined;
  onHome: MouseEventHandler;
}

/** The bar above every signed-in screen. */
export function TopBar({ name, photoURL, isLive, newestAt, onHome }: TopBarProps) {
  const brand = useId();
  return (
    <header className={styles['bar']}>
      <a href="#main" className={styles['skip']}>
        Skip to content
      </a>
      <nav className={styles['inside']} aria-label="Main">
        <Link to="/" className={styles['home']} aria-labelledby={brand} onClick={onHome}>
          <CloudSign isLive={isLive} newestAt={newestAt} />
          <span id={brand}>Thought Cloud</span>
        </Link>
        <NavLink
          to="/profile"
          title="profile"
          aria-label="profile"
          className={styles['profile'] ?? ''}
        >
          <Avatar name={name} url={photoURL} size="bar" />
        </NavLink>
      </nav>
    </header>
  );
}
