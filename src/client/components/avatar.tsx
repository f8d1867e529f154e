import { useState, useSyncExternalStore } from 'react';
import { initialsOf, keptApart } from '#shared/initials.ts';
import styles from './avatar.module.css';
import { isBrokenPhoto, markBrokenPhoto, subscribeToBrokenPhotos } from './broken-photos.ts';

interface AvatarProps {
  name: string;
  /** An empty one, or one that fails to load, leaves the initials. */
  url: string;
  size: 'card' | 'bar' | 'hero';
  isEager?: boolean;
}

/** A round picture of a person. It says nothing to a screen reader: the name stands beside it. */
export function Avatar({ name, url, size, isEager = size !== 'card' }: AvatarProps) {
  const isBroken = useSyncExternalStore(subscribeToBrokenPhotos, () => isBrokenPhoto(url));
  return (
    // The initials are drawn by the style: as text they would be taken for part of a link's name.
    <span
      className={styles['avatar']}
      data-size={size}
      data-initials={keptApart(initialsOf(name))}
      aria-hidden="true"
    >
      {url !== '' && !isBroken && <Photo key={url} url={url} isEager={isEager} />}
    </span>
  );
}

function Photo({ url, isEager }: { url: string; isEager: boolean }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <img
      src={url}
      alt=""
      data-loaded={isLoaded}
      referrerPolicy="no-referrer"
      decoding="async"
      loading={isEager ? 'eager' : 'lazy'}
      onLoad={() => setLoaded(true)}
      onError={() => markBrokenPhoto(url)}
    />
  );
}
