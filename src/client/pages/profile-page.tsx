import { ArrowLeft } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import { ROUTES } from '#shared/routes.ts';
import { Avatar } from '#client/components/avatar.tsx';
import { formatDate, formatTime } from '#client/components/card/format-date.ts';
import { OwnCardsContext } from '#client/components/card/own-cards.ts';
import { ThoughtList } from '#client/components/list/thought-list.tsx';
import { LogoutPrompt } from '#client/components/logout-prompt.tsx';
import { ProfileTiles } from '#client/components/profile-tiles.tsx';
import { anchorScroll } from '#client/reading/anchor-scroll.ts';
import { keepReadingPlace } from '#client/reading/reading-place.ts';
import type { AuthSession } from '#client/session/auth-session.ts';
import { useStore } from '#client/store/use-store.ts';
import { useArrival } from './arrival-focus.ts';
import { displayNameOf } from './display-name.ts';
import { createOwnCardActions } from './own-card-actions.ts';
import styles from './profile-page.module.css';
import { useBoard } from './use-board.ts';
import { useTitle } from './use-title.ts';

/** The signed-in person's account, their own thoughts and the way out. */
export function ProfilePage({ signOut }: Pick<AuthSession, 'signOut'>) {
  const board = useBoard();
  const own = board.own();
  const { isLoading, more } = useStore(own.state);
  const thoughts = useStore(own.optimistic);
  const [ownCards] = useState(() => createOwnCardActions(board));
  const { user } = board;
  const name = displayNameOf(user);
  const listRef = useCallback(
    (list: HTMLElement) => {
      const stops = [keepReadingPlace(list, board.ownPlace, own), anchorScroll(list)];
      return () => stops.forEach((stop) => stop?.());
    },
    [board.ownPlace, own],
  );
  useTitle('Profile · Thought Cloud');

  return (
    <>
      <Link to={ROUTES.feed} className={styles['back']}>
        <ArrowLeft aria-hidden="true" />
        Back to thoughts field
      </Link>
      <header className={styles['hero']}>
        <Avatar name={name} url={user.photoURL ?? ''} size="hero" />
        <h1 ref={useArrival(board.ownPlace)} tabIndex={-1} className={styles['heading']}>
          <bdi>
            <bdi lang="">{name}</bdi>&apos;s Profile
          </bdi>
        </h1>
      </header>
      <ProfileTiles
        tiles={[
          { label: 'Name', parts: [name] },
          { label: 'Email', parts: emailParts(user.email ?? '') },
          { label: 'Acc created', parts: momentParts(user.metadata.creationTime) },
          { label: 'Last sign-in', parts: momentParts(user.metadata.lastSignInTime) },
        ]}
      />
      <div className={styles['leave']}>
        <LogoutPrompt name={name} onConfirm={() => signOut(board.flush)} />
      </div>
      <OwnCardsContext value={ownCards}>
        <div className={styles['own']}>
          <ThoughtList
            thoughts={thoughts}
            isLoading={isLoading}
            more={more}
            onNearEnd={own.grow}
            listRef={listRef}
          />
        </div>
      </OwnCardsContext>
    </>
  );
}

function emailParts(email: string): string[] {
  return email.split(/(?<=@)/u);
}

function momentParts(utc: string): string[] {
  const at = new Date(utc);
  if (Number.isNaN(at.getTime())) return [];
  return [`${formatDate(at)} `, formatTime(at)];
}
