import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import type { BoardList } from '#client/board.ts';
import { Avatar } from '#client/components/avatar.tsx';
import { LogoutPrompt } from '#client/components/logout-prompt.tsx';
import { ProfileTiles } from '#client/components/profile-tiles.tsx';
import { ThoughtList } from '#client/components/thought-list.tsx';
import { formatDate, formatTime } from '#client/components/format-date.ts';
import { useStore } from '#client/store/use-store.ts';
import { createCardActions } from './card-actions.ts';
import { displayNameOf } from './display-name.ts';
import styles from './profile-page.module.css';
import { useBoard } from './use-board.ts';

/** The signed-in person's account, their own thoughts and the way out. */
export function ProfilePage() {
  const board = useBoard();
  const { own } = useLoaderData<{ own: BoardList }>();
  const { isLoading, more } = useStore(own.state);
  const items = useStore(own.entries);
  const { open, typed } = useStore(board.edits.state);
  const actions = useMemo(() => createCardActions(board), [board]);
  const navigate = useNavigate();
  const { user } = board;
  const name = displayNameOf(user);

  const leave = async (): Promise<void> => {
    try {
      await board.signOut();
      await navigate('/login', { replace: true });
    } catch (error) {
      console.error('Signing out failed', error);
    }
  };

  return (
    <>
      <Link to="/" className={styles['back']}>
        <ArrowLeft aria-hidden="true" />
        Back to thoughts field
      </Link>
      <header className={styles['hero']}>
        <Avatar name={name} url={user.photoURL ?? ''} size="hero" />
        <h1 ref={startAtTop} tabIndex={-1} className={styles['heading']}>
          <bdi>{name}</bdi>&apos;s Profile
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
        <LogoutPrompt name={name} onConfirm={() => void leave()} />
      </div>
      <ThoughtList
        items={items}
        isLoading={isLoading}
        more={more}
        uid={user.uid}
        editing={open}
        typed={open === null ? undefined : typed[open]}
        actions={actions}
        onNearEnd={own.grow}
      />
    </>
  );
}

function startAtTop(heading: HTMLElement | null): void {
  if (heading === null) return;
  scrollTo({ top: 0, behavior: 'instant' });
  heading.focus({ preventScroll: true });
}

function emailParts(email: string): string[] {
  return email.split(/(?<=@)/u);
}

function momentParts(utc: string): string[] {
  const at = new Date(utc);
  return [`${formatDate(at)} `, formatTime(at)];
}
