import { useState } from 'react';
import { hueOf, initialsOf } from '#shared/initials.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  name: string;
  url: string;
  size: 'card' | 'bar' | 'hero';
  isEager?: boolean;
}

/** A round picture of a person, hidden from screen readers: the name stands beside it. */
export function Avatar({ name, url, size, isEager = size !== 'card' }: AvatarProps) {
  return (
    // The colour is equally light in every hue. CSS draws the initials: as text they would be in a link's name.
    <span
      className={styles['avatar']}
      data-size={size}
      data-initials={initialsOf(name)}
      style={{ background: `oklch(54% 0.11 ${hueOf(name)})` }}
      aria-hidden="true"
    >
      {url !== '' && <Photo key={url} url={url} isEager={isEager} />}
    </span>
  );
}

function Photo({ url, isEager }: { url: string; isEager: boolean }) {
  // The initials show until the photo has loaded, and for ever if it is broken.
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <img
      src={url}
      alt=""
      data-loaded={isLoaded}
      referrerPolicy="no-referrer"
      decoding="async"
      loading={isEager ? 'eager' : 'lazy'}
      onLoad={() => setIsLoaded(true)}
    />
  );
}
