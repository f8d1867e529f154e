import { memo, useId, useState } from 'react';
import { millisFromTimestamp } from '#shared/thought.ts';
import type { CardActions } from '#client/state/card-actions.ts';
import type { CardView } from '#client/state/card-view.ts';
import { useStore } from '#client/store/use-store.ts';
import { Avatar } from '#client/ui/components/avatar.tsx';
import { Icon } from '#client/ui/components/icon.tsx';
import { formatDate, formatTime, isJustNow, skyAt } from '#client/ui/format/format-date.ts';
import { shownName } from '#client/ui/format/shown-name.ts';
import { timeZone } from '#client/ui/format/time-zone.ts';
import { wordSize } from '#client/ui/format/word-size.ts';
import { focusTarget } from '#client/ui/input/focus.ts';
import { WORDS } from '#client/ui/words.ts';
import { OwnControls } from './own-controls.tsx';
import styles from './thought-card.module.css';
import { ThoughtText } from './thought-text.tsx';

interface ThoughtCardProps {
  card: CardView;
  actions: CardActions;
}

export const ThoughtCard = memo(function ThoughtCard({ card, actions }: ThoughtCardProps) {
  const { thought, isUnsent, isOwn, isRefused } = card;
  const isEditing = card.mode === 'editing';
  useStore(timeZone);
  const at = new Date(millisFromTimestamp(thought.createdAt));
  const name = shownName(thought.uName);
  const nameId = useId();
  const paragraphId = useId();
  const [isArrival] = useState(() => isJustNow(thought));
  const [isFresh] = useState(isUnsent);

  return (
    // The article takes the focus, not its list item: the list-item keys of screen readers skip items that do.
    <article
      ref={focusTarget(`card ${thought.textID}`)}
      tabIndex={-1}
      className={styles['card']}
      aria-labelledby={`${nameId} ${paragraphId}`}
      data-pending={isUnsent}
      data-arrival={isArrival}
      data-fresh={isFresh}
      data-editing={isEditing}
      data-refused={isRefused}
    >
      <Avatar name={name} url={thought.uProfile} size="card" />
      <CardHead card={card} at={at} nameId={nameId} />
      {/* Keyed, so that a changed text replaces it whole: a translating browser has put its own nodes there. */}
      <p
        key={thought.text}
        id={paragraphId}
        className={styles['text']}
        data-words={wordSize(thought.text)}
        dir="auto"
        lang=""
      >
        <ThoughtText text={thought.text} />
      </p>
      {isOwn && (
        <OwnControls
          card={card}
          actions={actions}
          time={formatTime(at)}
          paragraphId={paragraphId}
        />
      )}
    </article>
  );
});

interface CardHeadProps {
  card: CardView;
  at: Date;
  /** The id of the name, by which the card is labelled. */
  nameId: string;
}

function CardHead({ card: { thought, isUnsent }, at, nameId }: CardHeadProps) {
  return (
    <header className={styles['head']}>
      <span id={nameId} className={styles['name']}>
        <bdi lang="">{shownName(thought.uName)}</bdi>
      </span>
      <time className={styles['when']} dateTime={at.toISOString()}>
        <span className={styles['hour']} data-sky={skyAt(at)}>
          {formatTime(at)}
        </span>
        {isUnsent && (
          <Icon of="clock" role="img" aria-label={WORDS.card.sending} className={styles['clock']} />
        )}
        <span>{` ${formatDate(at)}`}</span>
      </time>
    </header>
  );
}
