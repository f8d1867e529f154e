import { useId, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
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

export function OwnControls({ card, actions, paragraphId }: OwnControlsProps) {
  const { thought, typed, base } = card;
  const { textID } = thought;
  const isEditing = card.mode === 'editing';
  const hasWaiting = !isEditing && typed !== thought.text;
  const isSavable = validateText(typed) === null;
  const waitingId = useId();
  const describedBy = hasWaiting ? `${paragraphId} ${waitingId}` : paragraphId;

  const save = (): void => {
    if (isSavable) actions.save(thought);
  };
  const begin = (): void => moveFocus([`field ${textID}`], () => actions.edit(thought));

  return (
    <EditArea
      isEditing={isEditing}
      isChanged={typed !== base}
      onSave={save}
      onLeave={() => actions.leave(thought)}
    >
      {isEditing && (
        <ThoughtEditor
          textID={textID}
          base={base}
          text={typed}
          onChange={(next) => actions.type(thought, next)}
          onCancel={() => actions.cancel(thought)}
        />
      )}
      <div className={styles['controls']}>
        {/* Edit and Save are one button, so that it keeps the focus when the mode changes. */}
        <IconButton
          ref={focusTarget(`edit ${textID}`)}
          title={isEditing ? WORDS.card.save : WORDS.card.edit}
          variant={isEditing ? 'filled' : 'quiet'}
          aria-describedby={isEditing ? undefined : describedBy}
          data-typed={hasWaiting}
          aria-disabled={isEditing && !isSavable}
          onMouseDown={isEditing ? keepFocus : undefined}
          onClickCapture={isEditing ? notePointer : undefined}
          onClick={isEditing ? save : begin}
        >
          {isEditing ? <Icon of="check" /> : <Icon of="pen" />}
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
    </EditArea>
  );
}

/** Notes a press by a pointer: the button has the focus again after Save, but then needs no ring. */
function notePointer({ currentTarget, detail }: MouseEvent): void {
  currentTarget.toggleAttribute('data-pointed', detail > 0);
}

/** Safari does not focus a pressed button, and the field would lose the focus: https://webkit.org/b/22261 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

interface EditAreaProps {
  isEditing: boolean;
  isChanged: boolean;
  onSave: () => void;
  onLeave: () => void;
  children: ReactNode;
}

/** The field and controls of an own card; Esc leaves edit mode, and so does moving on without a change. */
function EditArea({ isEditing, isChanged, onSave, onLeave, children }: EditAreaProps) {
  const endByKey = (event: KeyboardEvent): void => {
    const isSaving = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (!isEditing || isComposing(event) || !(isSaving || event.key === 'Escape')) return;
    // The focus moves to a button, which the rest of the key press must not press.
    event.preventDefault();
    if (isSaving) onSave();
    else onLeave();
  };
  return (
    // The events come from the elements inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles['edit']}
      onKeyDown={endByKey}
      onBlur={(event) => {
        event.target.removeAttribute('data-pointed');
        if (isEditing && !isChanged && hasLeft(event)) onLeave();
      }}
    >
      {children}
    </div>
  );
}

/** Whether the focus moved elsewhere on the page, not to another window. */
function hasLeft({ target, currentTarget, relatedTarget }: FocusEvent): boolean {
  // An extension may add elements beside the field, and remove them.
  if (!target.matches('input, button') || !document.hasFocus()) return false;
  return !currentTarget.contains(relatedTarget);
}
