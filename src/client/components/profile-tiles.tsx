import { Fragment } from 'react';
import styles from './profile-tiles.module.css';

interface ProfileTilesProps {
  /** Each value comes in parts, between which its line breaks first. */
  tiles: readonly { label: string; parts: readonly string[] }[];
}

/** Small facts about an account, each on a tile. */
export function ProfileTiles({ tiles }: ProfileTilesProps) {
  return (
    <div className={styles['place']}>
      <dl className={styles['tiles']}>
        {tiles.map(({ label, parts }) => (
          <div key={label} className={styles['tile']}>
            <dt>{label}</dt>
            <dd dir="auto">
              {parts.map((part) => (
                <Fragment key={part}>
                  <span>{part.trimEnd()}</span>
                  {/* A space at the end of a part would take no room there. */}
                  {part.endsWith(' ') ? ' ' : <wbr />}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
