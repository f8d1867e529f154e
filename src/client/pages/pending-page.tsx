import { SkeletonList } from '#client/components/skeleton-list.tsx';
import { EmptyTopBar } from '#client/components/top-bar.tsx';
import { storedUser } from '#client/session/auth-session.ts';
import { openStorage } from '#client/store/browser-storage.ts';
import feedStyles from './feed-page.module.css';
import styles from './shared-layout.module.css';

/**
 * What stands while it is not known who is signed in: nothing private. Where someone was signed in
 * last time the screen that they will most likely see is sketched.
 */
export function PendingPage() {
  if (storedUser(openStorage(() => localStorage)) === null) return null;
  return (
    <>
      <EmptyTopBar />
      <main className={styles['main']}>
        {/* As high as the feed's heading, so that nothing moves when that comes. */}
        <p className={feedStyles['heading']}>&nbsp;</p>
        <SkeletonList />
      </main>
    </>
  );
}
