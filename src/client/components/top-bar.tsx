import { Cloud } from 'lucide-react';
import type { MouseEventHandler } from 'react';
import { Link, NavLink } from 'react-router';
import { Avatar } from './avatar.tsx';
import { LiveDot } from './live-dot.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  name: string;
  photoURL: string;
  isLive: boolean;
  onHome: MouseEventHandler;
}

/** The bar above every signed-in screen. */
export function TopBar({ name, photoURL, isLive, onHome }: TopBarProps) {
  return (
    <header className={styles['bar']}>
      <a href="#main" className={styles['skip']}>
        Skip to content
      </a>
      <nav className={styles['inside']} aria-label="Main">
        <Link to="/" className={styles['home']} onClick={onHome}>
          <Cloud className={styles['cloud']} aria-hidden="true" />
          <span>Thought Cloud</span>
        </Link>
        <LiveDot isLive={isLive} />
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

/** The bar's place and ground, for while it is not known for whom it is. */
export function EmptyTopBar() {
  return (
    <div className={styles['bar']}>
      <div className={styles['inside']} />
    </div>
  );
}
