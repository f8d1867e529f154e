import type { ReactNode } from 'react';
import type { Board } from '#client/board.ts';
import { CloudSign } from '#client/components/cloud-sign.tsx';
import { displayNameOf } from '#client/components/shown-name.ts';
import { TopBar } from '#client/components/top-bar.tsx';
import { announcement } from '#client/reading/announcer.ts';
import { installKeys } from '#client/reading/keys.ts';
import { scrollToTop } from '#client/reading/scroll.ts';
import { useStore } from '#client/store/use-store.ts';

interface SharedLayoutProps {
  board: Board;
  children: ReactNode;
}

export function SharedLayout({ board, children }: SharedLayoutProps) {
  const { user, feed, ownPlace } = board;
  return (
    <>
      <TopBar
        name={displayNameOf(user)}
        photoURL={user.photoURL ?? ''}
        sign={<FeedSign feed={feed} />}
        onHome={scrollToTop}
        // Who follows a link begins at the top; back, forward and a reload lead to the place that was left.
        onProfile={() => ownPlace.set(null)}
      />
      <main ref={installKeys} id="main" tabIndex={-1} className="shell-main">
        {children}
      </main>
      <LiveRegion />
    </>
  );
}

function FeedSign({ feed }: Pick<Board, 'feed'>) {
  const { isLive, thoughts } = useStore(feed.state);
  return <CloudSign isLive={isLive} newest={thoughts[0]} />;
}

function LiveRegion() {
  return (
    <div role="status" className="shell-visually-hidden">
      {useStore(announcement)}
    </div>
  );
}
