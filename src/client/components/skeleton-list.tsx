import styles from './skeleton-list.module.css';

/** Four empty cards, each as high as a short thought of someone else's. */
export function SkeletonList() {
  return (
    <div className={styles['list']} role="status" aria-label="Loading thoughts">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={styles['card']} aria-hidden="true">
          <span className={styles['photo']} />
          <span className={styles['name']} />
          <span className={styles['text']} />
        </div>
      ))}
    </div>
  );
}
