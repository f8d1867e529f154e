import { Check, Clock, Pencil, Trash2 } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';
import type { Thought } from '#shared/thought.ts';
import { Avatar } from './avatar.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './thought-card.module.css';
import { ThoughtEditor } from './thought-editor.tsx';
import { ThoughtText } from './thought-text.tsx';
import { dateOf, formatDate, formatTime } from './format-date.ts';

/** A thought this young (ms) when its card appears is an arrival and moves in. */
const ARRIVAL_AGE = 5_000;

export interface CardActions {
  onEdit: (textID: string) => void;
  onType: (textID: string, text: string) => void;
  /** Saves the text; an unchanged one writes nothing. Either way edit mode ends. */
  onSave: (thought: Thought, text: string) => void;
  onLeave: (textID: string) => void;
  /** A paste did not fit whole. */
  onCut: () => void;
  onDelete: (textID: string) => void;
}

interface ThoughtCardProps {
  thought: Thought;
  isPending: boolean;
  isOwn: boolean;
  /** One of the first, whose photo is not to wait for its place to come near. */
  isFirst: boolean;
  /** The text as typed so far while in edit mode, else null. */
  edited: string | null;
  actions: CardActions;
}

/** One thought; its author finds Edit and Delete on it. */
export const ThoughtCard = memo(function ThoughtCard(props: ThoughtCardProps) {
  const { thought, isPending, isOwn, isFirst, edited, actions } = props;
  const at = dateOf(thought.createdAt);
  const name = thought.uName || 'Anonymous';
  const textLabel = useId();
  const [isArrival] = useState(() => Date.now() - at.getTime() < ARRIVAL_AGE);
  const [isFresh] = useState(isPending);

  return (
    <article
      className={styles['card']}
      data-pending={isPending}
      data-arrival={isArrival}
      data-fresh={isFresh}
      data-editing={edited !== null}
    >
      <Avatar name={name} url={thought.uProfile} size="card" isEager={isFirst} />
      <header className={styles['head']}>
        <span className={styles['name']}>
          <bdi>{name}</bdi>
        </span>
        <time className={styles['when']} dateTime={at.toISOString()}>
          {isPending ? (
            <Clock role="img" aria-label="Sending" className={styles['clock']} />
          ) : (
            <span>{formatTime(at)}</span>
          )}{' '}
          <span>{formatDate(at)}</span>
        </time>
      </header>
      <div className={styles['body']}>
        <p id={textLabel} className={styles['text']} dir="auto" aria-hidden={edited !== null}>
          <ThoughtText text={thought.text} />
        </p>
        {isOwn && <OwnControls {...{ thought, edited, actions, textLabel }} />}
      </div>
    </article>
  );
});

interface OwnControlsProps extends Pick<ThoughtCardProps, 'thought' | 'edited' | 'actions'> {
  textLabel: string;
}

function OwnControls({ thought, edited, actions, textLabel }: OwnControlsProps) {
  // Edit and Save are one button, so that the focus can rest on it while the mode changes.
  const toggle = useRef<HTMLButtonElement>(null);
  const isEditing = edited !== null;
  const isSavable = isEditing && edited.trim() !== '';

  const save = (): void => {
    if (!isSavable) return;
    toggle.current?.focus();
    actions.onSave(thought, edited);
  };
  const leave = (): void => {
    toggle.current?.focus();
    actions.onLeave(thought.textID);
  };

  return (
    <>
      {isEditing && (
        <ThoughtEditor
          text={thought.text}
          edited={edited}
          onType={(text) => actions.onType(thought.textID, text)}
          onSave={save}
          onLeave={leave}
          onCut={actions.onCut}
        />
      )}
      <div className={styles['controls']}>
        <IconButton
          ref={toggle}
          title={isEditing ? 'Save' : 'Edit'}
          look={isEditing ? 'filled' : 'quiet'}
          aria-describedby={textLabel}
          aria-disabled={isEditing && !isSavable}
          onClick={isEditing ? save : () => actions.onEdit(thought.textID)}
        >
          {isEditing ? <Check aria-hidden="true" /> : <Pencil aria-hidden="true" />}
        </IconButton>
        <IconButton
          title="Delete"
          look="danger"
          aria-describedby={textLabel}
          onClick={() => actions.onDelete(thought.textID)}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </>
  );
}
