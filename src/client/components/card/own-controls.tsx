import { useId, type FocusEvent, type KeyboardEvent } from 'react';
import { validateText } from '#shared/thought.ts';
import type { CardActions, CardView } from '#client/card-view.ts';
import { IconButton } from '#client/components/button.tsx';
import { Icon } from '#client/components/icon.tsx';
import { focusTarget, moveFocus } from '#client/input/focus.ts';
import { isComposing } from '#client/input/text-field.ts';
import { WORDS } from '#client/words.ts';
import styles from './own-controls.module.css';
import { ThoughtEditor } from './thought-editor.tsx';

interface OwnControlsProps {
  card: CardView;
  actions: CardActions;
  paragraphId: string;
}

/** The field and controls of an own card; Esc leaves edit mode, and so does moving on without a change. */
export function OwnControls({ card, actions, paragraphId }: OwnControlsProps) {
  const { thought, typed, base } = card;
  const { textID } = thought;
  const isEditing = card.mode === 'editing';
  const hasWaiting = !isEditing && typed !== thought.text;
  const isSavable = validateText(typed) === null;
  const waitingId = useId();

  const begin = (): void => moveFocus([`field ${textID}`], () => actions.edit(thought));
  const end = (how: 'save' | 'leave' | 'cancel'): void => {
    if (how === 'save' && !isSavable) return;
    moveFocus([`edit ${textID}`], () => actions[how](thought));
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
        <ThoughtEditor card={card} onType={actions.type} onReset={() => end('cancel')} />
      )}
      {/* Safari focuses what is around a pressed button: https://webkit.org/b/22261 */}
      <div tabIndex={-1} className={styles['controls']}>
        {/* Edit and Save are one button, so that it keeps the focus when the mode changes. */}
        <IconButton
          ref={focusTarget(`edit ${textID}`)}
          title={isEditing ? WORDS.card.save : WORDS.card.edit}
          variant={isEditing ? 'filled' : 'quiet'}
          aria-describedby={isEditing ? undefined : `${paragraphId} ${hasWaiting ? waitingId : ''}`}
          data-typed={hasWaiting}
          aria-disabled={isEditing && !isSavable}
          onClick={isEditing ? () => end('save') : begin}
        >
          <Icon of={isEditing ? 'check' : 'pen'} />
        </IconButton>
        <span id={waitingId} hidden>
          {WORDS.card.editWaits}
        </span>
        <IconButton
          title={WORDS.card.delete}
          variant="danger"
          aria-describedby={paragraphId}
          onClick={() => actions.remove(thought)}
        >
          <Icon of="bin" />
        </IconButton>
      </div>
    </div>
  );
}

/** Whether the focus moved elsewhere on the page, not to another window. */
function hasLeft({ target, currentTarget, relatedTarget }: FocusEvent): boolean {
  // An extension may add elements beside the field, and remove them.
  if (!target.matches('input, button') || !document.hasFocus()) return false;
  return !currentTarget.contains(relatedTarget);
}
