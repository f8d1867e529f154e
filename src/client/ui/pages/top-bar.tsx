import { useEffect, useRef } from 'react';
import { NAME } from '#shared/name.ts';
import { ROUTES } from '#shared/routes.ts';
import type { Board, BoardList } from '#client/state/board.ts';
import { Avatar } from '#client/ui/components/avatar.tsx';
import { announce } from '#client/ui/components/live-region.tsx';
import { isJustNow } from '#client/ui/format/format-date.ts';
import { Mark } from '#client/ui/components/mark.tsx';
import { displayNameOf } from '#client/ui/format/shown-name.ts';
import { Link } from '#client/ui/router.tsx';
import { useStore } from '#client/store/use-store.ts';
import { SAID, WORDS } from '#client/ui/words.ts';
import styles from './top-bar.module.css';

interface TopBarProps {
  board: Board;
  /** The list on the screen. */
  list: BoardList;
}

export function TopBar({ board: { user, feed, own }, list }: TopBarProps) {
  return (
    <header ref={watchScrolled} className="shell-bar">
      <a href="#main" className={styles['skip']}>
        {WORDS.bar.skip}
      </a>
      <nav className="shell-bar-inside" aria-label={WORDS.bar.main}>
        <Link href={ROUTES.feed} className={`shell-brand ${styles['home']}`}>
          <CloudSign feed={feed} list={list} />
          <span>{NAME}</span>
        </Link>
        <Link
          href={ROUTES.profile}
          className={styles['profile']}
          title={WORDS.bar.profile}
          aria-label={WORDS.bar.profile}
          // The link leads to the top; back, forward and a reload restore the place.
          onClick={() => own().place.set(null)}
        >
          <Avatar name={displayNameOf(user)} url={user.photoURL ?? ''} size="bar" />
        </Link>
      </nav>
    </header>
  );
}

/** A list that is not live for this long (ms) is reported to screen readers. */
const ANNOUNCED_AFTER_MS = 5_000;

/** Scrolled by more than this, the heading is under the bar. */
const HEADING_PX = 24;

function watchScrolled(): () => void {
  const { dataset } = document.documentElement;
  const update = (): void => {
    dataset['scrolled'] = scrollY > HEADING_PX ? 'far' : String(scrollY > 4);
  };
  update();
  addEventListener('scroll', update, { passive: true });
  return () => {
    removeEventListener('scroll', update);
    delete dataset['scrolled'];
  };
}

/** The product's mark: filled while live, open while reconnecting. */
function CloudSign({ feed, list }: Pick<Board, 'feed'> & Pick<TopBarProps, 'list'>) {
  const { isLive: isFeedLive, thoughts } = useStore(feed.state);
  const shown = useStore(list.state);
  // A list that is still to come lacks nothing.
  const isLive = isFeedLive && (shown.isLive || shown.isLoading);
  useConnectionAnnouncements(isLive);
  const [newest] = thoughts;
  const name = isLive ? WORDS.bar.live : WORDS.bar.notLive;
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={`shell-cloud ${styles['sign']}`}
      data-live={isLive}
    >
      <Mark />
      {/* A second picture over the sign: a browser fades it without repainting the page. */}
      {newest && isJustNow(newest) && <Mark key={newest.textID} className={styles['pulse']} />}
    </span>
  );
}

/** Announces that the list has not been live for a while, and then that it is live again. */
function useConnectionAnnouncements(isLive: boolean): void {
  const wasAnnounced = useRef(false);
  useEffect(() => {
    if (isLive) {
      if (wasAnnounced.current) announce(SAID.live);
      wasAnnounced.current = false;
      return undefined;
    }
    // A hidden page may rest.
    const timer = setInterval(() => {
      if (document.hidden) return;
      clearInterval(timer);
      wasAnnounced.current = true;
      announce(SAID.notLive);
    }, ANNOUNCED_AFTER_MS);
    return () => clearInterval(timer);
  }, [isLive]);
}
