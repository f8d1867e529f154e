import type { ReactNode } from 'react';
import { millisFromTimestamp } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { TopBar } from '#client/components/top-bar.tsx';
import { announcement } from '#client/live/announcer.ts';
import { useStore } from '#client/store/use-store.ts';
import { displayNameOf } from './display-name.ts';
import { installKeys } from './keys.ts';
import { scrollToTop } from './scroll.ts';
import styles from './shared-layout.module.css';

interface SharedLayoutProps {
  board: Board;
  children: ReactNode;
}

/** The bar and the main area of every signed-in screen. */
export function SharedLayout({ board: { user, feed }, children }: SharedLayoutProps) {
  const { isLive, thoughts } = useStore(feed.state);
  return (
    <>
      <TopBar
        name={displayNameOf(user)}
        photoURL={user.photoURL ?? ''}
        isLive={isLive}
        newestAt={thoughts[0] && millisFromTimestamp(thoughts[0].createdAt)}
        onHome={scrollToTop}
      />
      <main ref={installKeys} id="main" tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      <LiveRegion />
    </>
  );
}

/** The live region: what stands here a screen reader announces. */
function LiveRegion() {
  return (
    <div role="status" className={styles['unseen']}>
      {useStore(announcement)}
    </div>
  );
}
