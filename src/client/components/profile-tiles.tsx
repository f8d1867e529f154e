import styles from './profile-tiles.module.css';

interface ProfileTilesProps {
  /** Each value comes in parts, between which its line may break. */
  tiles: readonly { label: string; parts: readonly string[] }[];
}

/** Small facts about an account, each on a tile. */
export function ProfileTiles({ tiles }: ProfileTilesProps) {
  return (
    <dl className={styles['tiles']}>
      {tiles.map(({ label, parts }) => (
        <div key={label} className={styles['tile']}>
          <dt>{label}</dt>
          <dd dir="auto">
            {parts.map((part) => (
              <span key={part}>{part}</span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
