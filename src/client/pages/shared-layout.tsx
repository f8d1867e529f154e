import { Outlet, useLocation } from 'react-router';
import { ROUTES } from '#shared/routes.ts';
import { millisFromTimestamp } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { TopBar } from '#client/components/top-bar.tsx';
import { announcement } from '#client/live/announcer.ts';
import { useStore } from '#client/store/use-store.ts';
import { displayNameOf } from './display-name.ts';
import { installKeys } from './keys.ts';
import { scrollToTop } from './scroll.ts';
import styles from './shared-layout.module.css';
import { useBoardState } from './use-board.ts';

/** The bar and the main area of every signed-in screen; nothing once the person is signed out. */
export function SharedLayout() {
  const board = useBoardState();
  if (board === 'unknown' || board === null) return null;
  // Another person's screens share no state with these.
  return <SignedInLayout key={board.user.uid} board={board} />;
}

function SignedInLayout({ board: { user, feed } }: { board: Board }) {
  const { isLive, thoughts } = useStore(feed.state);
  const { pathname } = useLocation();
  return (
    <>
      <TopBar
        name={displayNameOf(user)}
        photoURL={user.photoURL ?? ''}
        isLive={isLive}
        newestAt={thoughts[0] && millisFromTimestamp(thoughts[0].createdAt)}
        onHome={() => {
          if (pathname === ROUTES.feed) scrollToTop();
        }}
      />
      <main ref={installKeys} id="main" tabIndex={-1} className={styles['main']}>
        <Outlet />
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
