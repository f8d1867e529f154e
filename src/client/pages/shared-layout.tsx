import { Outlet, useLoaderData, useLocation } from 'react-router';
import { millisFromTimestamp } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { TopBar } from '#client/components/top-bar.tsx';
import { announcement } from '#client/live/announcer.ts';
import { useStore } from '#client/store/use-store.ts';
import { displayNameOf } from './display-name.ts';
import { scrollToTop } from './scroll.ts';
import styles from './shared-layout.module.css';

/** The bar and the main area of every signed-in screen. */
export function SharedLayout() {
  const { board } = useLoaderData<{ board: Board }>();
  const { isLive, thoughts } = useStore(board.feed.state);
  const sentence = useStore(announcement);
  const { pathname } = useLocation();
  const { user } = board;

  return (
    <>
      <TopBar
        name={displayNameOf(user)}
        photoURL={user.photoURL ?? ''}
        isLive={isLive}
        newestAt={thoughts[0] && millisFromTimestamp(thoughts[0].createdAt)}
        onHome={() => {
          if (pathname === '/') scrollToTop();
        }}
      />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Outlet context={board} />
      </main>
      <div role="status" className={styles['unseen']}>
        {sentence}
      </div>
    </>
  );
}
