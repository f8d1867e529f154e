import { memo, useId, useState } from 'react';
import { millisFromTimestamp } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { Avatar } from '#client/components/avatar.tsx';
import { Icon } from '#client/components/icon.tsx';
import { shownName } from '#client/components/shown-name.ts';
import { WORDS } from '#client/words.ts';
import type { OptimisticThought } from '#client/writing/optimistic.ts';
import { formatDate, formatTime, isJustNow } from './format-date.ts';
import { OwnControls } from './own-controls.tsx';
import styles from './thought-card.module.css';
import { ThoughtText } from './thought-text.tsx';
import { wordSize } from './word-size.ts';

interface ThoughtCardProps {
  board: Board;
  thought: OptimisticThought;
  isTop: boolean;
  isEditing: boolean;
}

export const ThoughtCard = memo(function ThoughtCard(props: ThoughtCardProps) {
  const { board, thought, isTop, isEditing } = props;
  const { isPending = false } = thought;
  const at = new Date(millisFromTimestamp(thought.createdAt));
  const name = shownName(thought.uName);
  const nameId = useId();
  const textId = useId();
  const [isArrival] = useState(() => isTop && isJustNow(thought));
  const [isFresh] = useState(isPending);

  return (
    <article
      className={styles['card']}
      aria-labelledby={`${nameId} ${textId}`}
      data-pending={isPending}
      data-arrival={isArrival}
      data-fresh={isFresh}
      data-editing={isEditing}
    >
      <Avatar name={name} url={thought.uProfile} size="card" isEager={isTop} />
      <header className={styles['head']}>
        <span id={nameId} className={styles['name']}>
          <bdi lang="">{name}</bdi>
        </span>
        <Moment at={at} isPending={isPending} />
      </header>
      <div className={styles['body']}>
        {/* Keyed, so that a changed text replaces it whole: a translating browser has put its own nodes there. */}
        <p
          key={thought.text}
          id={textId}
          className={styles['text']}
          data-words={wordSize(thought.text)}
          dir="auto"
          lang=""
          aria-hidden={isEditing}
        >
          <ThoughtText text={thought.text} />
        </p>
        {thought.uID === board.user.uid && (
          <OwnControls {...{ board, thought, isEditing, textId }} />
        )}
      </div>
    </article>
  );
});

function Moment({ at, isPending }: { at: Date; isPending: boolean }) {
  return (
    <time className={styles['when']} dateTime={at.toISOString()}>
      {isPending && (
        <Icon of="clock" role="img" aria-label={WORDS.card.sending} className={styles['clock']} />
      )}
      <span>{formatTime(at)}</span>
      <span>{` ${formatDate(at)}`}</span>
    </time>
  );
}
