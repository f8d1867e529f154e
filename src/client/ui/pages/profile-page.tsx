import { useCallback, useState } from 'react';
import { NAME } from '#shared/name.ts';
import { ROUTES } from '#shared/routes.ts';
import type { User } from '#shared/user.ts';
import type { Board } from '#client/state/board.ts';
import { Avatar } from '#client/ui/components/avatar.tsx';
import { Button, IconButton } from '#client/ui/components/button.tsx';
import { Icon } from '#client/ui/components/icon.tsx';
import { formatDate, formatTime } from '#client/ui/format/format-date.ts';
import { ThoughtList } from '#client/ui/components/list/thought-list.tsx';
import { displayNameOf } from '#client/ui/format/shown-name.ts';
import { timeZone } from '#client/ui/format/time-zone.ts';
import { focusTarget, moveFocus } from '#client/ui/input/focus.ts';
import { keepReadingPlace } from '#client/ui/reading/reading-place.ts';
import { Link } from '#client/ui/router.tsx';
import type { Account } from '#client/state/account.ts';
import { useStore } from '#client/store/use-store.ts';
import { WORDS } from '#client/ui/words.ts';
import { useComposer } from './composer.tsx';
import logout from './logout-prompt.module.css';
import styles from './profile-page.module.css';

export function ProfilePage({ board, signOut }: { board: Board } & Pick<Account, 'signOut'>) {
  const own = board.own();
  const { isLoading, more } = useStore(own.state);
  const cards = useStore(own.cards);
  const { user } = board;
  const { waiting, write, putBack, dialog } = useComposer(board);
  const name = displayNameOf(user);
  const listRef = useCallback((list: HTMLElement) => keepReadingPlace(list, own), [own]);

  return (
    <>
      <title>{`${WORDS.profile.title} · ${NAME}`}</title>
      <div className={styles['ways']}>
        <Link href={ROUTES.feed} className={styles['back']} data-variant="quiet">
          <Icon of="arrow" />
          {WORDS.profile.back}
        </Link>
      </div>
      {waiting === 'deleted' && (
        <div className={styles['put-back']}>
          <IconButton title={WORDS.feed.putBack} variant="quiet" onClick={putBack}>
            <Icon of="undo" />
          </IconButton>
        </div>
      )}
      <header className={styles['hero']}>
        <Avatar name={name} url={user.photoURL ?? ''} size="hero" />
        <h1 ref={focusTarget('heading')} tabIndex={-1} className={styles['heading']}>
          <bdi>
            <bdi lang="">{name}</bdi>
            {WORDS.profile.heading}
          </bdi>
        </h1>
      </header>
      <section className={styles['account']}>
        <Facts user={user} name={name} />
        <LogoutPrompt name={name} onConfirm={() => signOut(board.flush)} />
      </section>
      <ThoughtList
        label={WORDS.profile.list}
        cards={cards}
        actions={board.cardActions}
        isLoading={isLoading}
        more={more}
        onNearEnd={own.grow}
        listRef={listRef}
        onWrite={write}
      />
      {dialog}
    </>
  );
}

function Facts({ user, name }: { user: User; name: string }) {
  useStore(timeZone);
  const facts = [
    [WORDS.profile.name, name],
    [WORDS.profile.email, user.email ?? ''],
    [WORDS.profile.created, momentOf(user.metadata.creationTime)],
    [WORDS.profile.lastSignIn, momentOf(user.metadata.lastSignInTime)],
  ] as const;
  return (
    <dl className={styles['tiles']}>
      {facts.map(([label, text]) => (
        <div key={label} className={styles['tile']}>
          <dt>{label}</dt>
          <dd>
            {/* The value has its own direction, but is aligned with its label. */}
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function momentOf(utc: string): string {
  const at = new Date(utc);
  return Number.isNaN(at.getTime()) ? '' : `${formatDate(at)} ${formatTime(at)}`;
}

function LogoutPrompt({ name, onConfirm }: { name: string; onConfirm: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = (next: boolean): void => moveFocus(['logout'], () => setIsAsking(next));
  const target = focusTarget('logout', (element) => element.focus());
  const [before, after] = WORDS.logout.question;
  return (
    <div className={logout['row']}>
      {isAsking ? (
        // Esc anywhere in the group means Cancel.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          ref={target}
          role="group"
          tabIndex={-1}
          aria-labelledby="logout-question"
          className={logout['asking']}
          onKeyDown={({ key }) => key === 'Escape' && ask(false)}
        >
          <p id="logout-question" className={logout['question']}>
            <bdi>
              {before}
              <bdi lang="">{name}</bdi>
              {after}
            </bdi>
          </p>
          <Button variant="danger" onClick={onConfirm}>
            {WORDS.logout.confirm}
          </Button>
          <Button variant="plain" onClick={() => ask(false)}>
            {WORDS.logout.cancel}
          </Button>
        </div>
      ) : (
        <button
          ref={target}
          type="button"
          data-variant="danger"
          className={logout['leave']}
          onClick={() => ask(true)}
        >
          {WORDS.logout.ask}
        </button>
      )}
    </div>
  );
}
