import { useId, type FocusEvent, type KeyboardEvent } from 'react';
import { validateText } from '#shared/thought.ts';
import type { CardActions } from '#client/state/card-actions.ts';
import type { CardView } from '#client/state/card-view.ts';
import { IconButton } from '#client/ui/components/button.tsx';
import { announce } from '#client/ui/components/live-region.tsx';
import { Icon } from '#client/ui/components/icon.tsx';
import { focusTarget, moveFocus } from '#client/ui/input/focus.ts';
import { cutText, isComposing } from '#client/ui/input/text-field.ts';
import { SAID, WORDS } from '#client/ui/words.ts';
import styles from './own-controls.module.css';
import { ThoughtEditor } from './thought-editor.tsx';

/** How many of a text's first words, and of their characters, tell it from others by ear. */
const MOST_WORDS = 5;
const MOST_CHARACTERS = 40;

interface OwnControlsProps {
  card: CardView;
  actions: CardActions;
  time: string;
  paragraphId: string;
}

/** The field and controls of an own card; Esc leaves edit mode, and so does moving on without a change. */
export function OwnControls({ card, actions, time, paragraphId }: OwnControlsProps) {
  const { thought, typed, base } = card;
  const { textID } = thought;
  const isEditing = card.mode === 'editing';

  const begin = (): void => moveFocus([`field ${textID}`], () => actions.edit(thought));
  const end = (how: 'save' | 'leave' | 'cancel'): void => {
    if (how === 'save' && !isSavable(card)) return;
    moveFocus([`edit ${textID}`], () => actions[how](thought));
    if (how === 'save') announce(SAID.saved);
  };
  const endByKey = (event: KeyboardEvent): void => {
    const isSaving = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (!isEditing || isComposing(event) || !(isSaving || event.key === 'Escape')) return;
    // The focus moves to a button, which the rest of the key press must not press.
    event.preventDefault();
    end(isSaving ? 'save' : 'leave');
  };
  const endByMovingOn = (event: FocusEvent): void => {
    if (isEditing && typed === base && hasLeft(event)) actions.leave(thought);
  };

  return (
    // The events come from the elements inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['edit']} onKeyDown={endByKey} onBlur={endByMovingOn}>
      {isEditing && (
        <ThoughtEditor
          card={card}
          paragraphId={paragraphId}
          onType={actions.type}
          onReset={() => end('cancel')}
        />
      )}
      <Controls
        card={card}
        time={time}
        onPress={isEditing ? () => end('save') : begin}
        onRemove={() => actions.remove(thought)}
      />
    </div>
  );
}

interface ControlsProps extends Pick<OwnControlsProps, 'card' | 'time'> {
  /** Begins to edit, or else saves. */
  onPress: () => void;
  onRemove: () => void;
}

function Controls({ card, time, onPress, onRemove }: ControlsProps) {
  const { thought, typed } = card;
  const isEditing = card.mode === 'editing';
  const hasWaiting = !isEditing && typed !== thought.text;
  const toldApart = useId();
  const waitingId = useId();
  return (
    // Safari focuses what is around a pressed button: https://webkit.org/b/22261
    <div tabIndex={-1} className={styles['controls']}>
      {/* Edit and Save are one button, so that it keeps the focus when the mode changes. */}
      <IconButton
        ref={focusTarget(`edit ${thought.textID}`)}
        title={isEditing ? WORDS.card.save : WORDS.card.edit}
        variant={isEditing ? 'filled' : 'quiet'}
        aria-describedby={isEditing ? undefined : `${toldApart} ${hasWaiting ? waitingId : ''}`}
        data-typed={hasWaiting}
        aria-disabled={isEditing && !isSavable(card)}
        onClick={onPress}
      >
        <Icon of={isEditing ? 'check' : 'pen'} />
      </IconButton>
      <IconButton
        title={WORDS.card.delete}
        variant="danger"
        aria-describedby={toldApart}
        onClick={() => {
          onRemove();
          announce(SAID.deleted);
        }}
      >
        <Icon of="bin" />
      </IconButton>
      <span id={toldApart} hidden>
        {`${time}, ${firstWords(thought.text)}`}
      </span>
      <span id={waitingId} hidden>
        {WORDS.card.editWaits}
      </span>
    </div>
  );
}

function isSavable({ typed }: CardView): boolean {
  return validateText(typed) === null;
}

/** As much of a text as tells it from others. */
function firstWords(text: string): string {
  return cutText(text.trim().split(/\s+/u, MOST_WORDS).join(' '), MOST_CHARACTERS);
}

/** Whether the focus moved elsewhere on the page, not to another window. */
function hasLeft({ target, currentTarget, relatedTarget }: FocusEvent): boolean {
  // An extension may add elements beside the field, and remove them.
  if (!target.matches('input, button') || !document.hasFocus()) return false;
  return !currentTarget.contains(relatedTarget);
}
