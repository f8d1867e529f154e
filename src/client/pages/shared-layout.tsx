import { useState, type ReactNode } from 'react';
import type { Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { isJustNow } from '#client/components/card/format-date.ts';
import styles from './cloud-sign.module.css';
import { displayNameOf } from '#client/components/shown-name.ts';
import { TopBar } from '#client/components/top-bar.tsx';
import { announcement } from '#client/reading/announcer.ts';
import { installKeys } from '#client/reading/keys.ts';
import { scrollToTop } from '#client/reading/scroll.ts';
import { useStore } from '#client/store/use-store.ts';
import { WORDS } from '#client/words.ts';

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

interface CloudSignProps {
  isLive: boolean;
  newest: Thought | undefined;
}

/** The product's mark: filled while changes arrive live, open while reconnecting. */
function CloudSign({ isLive, newest }: CloudSignProps) {
  const name = isLive ? WORDS.bar.live : WORDS.bar.notLive;
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={`shell-cloud ${styles['sign']}`}
      data-live={isLive}
    >
      <Outline />
      {newest && <Pulse key={newest.textID} isArrival={isJustNow(newest)} />}
    </span>
  );
}

/** Another picture over the sign, because a browser fades a whole one without drawing the page anew. */
function Pulse(props: { isArrival: boolean }) {
  const [isArrival] = useState(props.isArrival);
  return isArrival ? <Outline className={styles['pulse']} /> : null;
}

function Outline({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <path pathLength="100" d="M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z" />
    </svg>
  );
}
