import { hueOf, initialsOf } from '#shared/initials.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  name: string;
  url: string;
  size: 'card' | 'bar' | 'hero';
}

/** A round picture of a person, hidden from screen readers: the name stands beside it. */
export function Avatar({ name, url, size }: AvatarProps) {
  return (
    // The colour is equally light in every hue. CSS draws the initials: as text they would be in a link's name.
    <span
      className={styles['avatar']}
      data-size={size}
      data-initials={initialsOf(name)}
      style={{ background: `oklch(54% 0.11 ${hueOf(name)})` }}
      aria-hidden="true"
    >
      {url !== '' && (
        <img
          key={url}
          src={url}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          loading="lazy"
          // The initials show until the photo has loaded, and for ever if it is broken.
          onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
        />
      )}
    </span>
  );
}
