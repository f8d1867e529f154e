import { Fragment, type ReactNode } from 'react';
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
            <dd>
              {/* In its own direction, and at the edge where its label stands. */}
              <bdi>
                {parts.map((part) => (
                  <Fragment key={part}>
                    <span>{breakable(part.trimEnd())}</span>
                    {/* A space at the end of a part would take no room there. */}
                    {part.endsWith(' ') ? ' ' : <wbr />}
                  </Fragment>
                ))}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What takes more than a line, such as a long e-mail, breaks before a dot inside it. */
function breakable(part: string): ReactNode {
  const [first, ...others] = part.split(/(?=\.[^.\s])/u);
  return (
    <>
      {first}
      {others.map((other, index) => (
        <Fragment key={index}>
          <wbr />
          {other}
        </Fragment>
      ))}
    </>
  );
}
