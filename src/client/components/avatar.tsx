import { useState } from 'react';
import styles from './avatar.module.css';
import { initialsOf } from './initials.ts';

interface AvatarProps {
  name: string;
  /** An empty one, or one that fails to load, gives way to the initials. */
  url: string;
  size: 'card' | 'bar' | 'hero';
}

/** A round picture of a person. It says nothing to a screen reader: the name stands beside it. */
export function Avatar({ name, url, size }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState('');
  const hasPicture = url !== '' && url !== brokenUrl;
  return (
    <span className={styles['avatar']} data-size={size} aria-hidden="true">
      {hasPicture ? (
        <img
          src={url}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          loading={size === 'card' ? 'lazy' : 'eager'}
          onError={() => setBrokenUrl(url)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
