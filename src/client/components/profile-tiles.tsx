import styles from './profile-tiles.module.css';

interface ProfileTilesProps {
  tiles: readonly { label: string; value: string }[];
}

/** Small facts about an account, each on a tile. */
export function ProfileTiles({ tiles }: ProfileTilesProps) {
  return (
    <dl className={styles['tiles']}>
      {tiles.map(({ label, value }) => (
        <div key={label} className={styles['tile']}>
          <dt>{label}</dt>
          <dd>
            {/* In its own direction, and at the edge where its label stands. */}
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
