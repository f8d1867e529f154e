import { useId, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { validateText, type Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { IconButton } from '#client/components/button.tsx';
import { Icon } from '#client/components/icon.tsx';
import { isComposing } from '#client/input/text-field.ts';
import { useStore } from '#client/store/use-store.ts';
import { WORDS } from '#client/words.ts';
import styles from './own-controls.module.css';
import { focusEnd, ThoughtEditor } from './thought-editor.tsx';

interface OwnControlsProps {
  board: Board;
  thought: Thought;
  isEditing: boolean;
  textId: string;
}

export function OwnControls({ board, thought, isEditing, textId }: OwnControlsProps) {
  const { cardEdit, edit, remove } = board;
  const { textID } = thought;
  const typed = useStore({ subscribe: cardEdit.subscribe, get: () => cardEdit.typed(thought) });
  const { text } = typed ?? thought;
  const base = typed?.base ?? thought;
  const isSavable = validateText(text) === null;
  const hasTyped = !isEditing && text !== thought.text;
  const typedId = useId();
  const describedBy = hasTyped ? `${textId} ${typedId}` : textId;

  const save = (): void => {
    if (isSavable) edit({ ...base, textID }, text);
  };
  const begin = ({ currentTarget }: MouseEvent): void => {
    flushSync(() => cardEdit.begin(thought));
    const field = currentTarget.closest('article')?.querySelector('input');
    if (field) focusEnd(field);
  };
  const leave = (): void => cardEdit.end(textID);

  return (
    <EditArea isEditing={isEditing} isChanged={text !== base.text} onLeave={leave}>
      {isEditing && (
        <ThoughtEditor
          base={base.text}
          text={text}
          onChange={(next) => cardEdit.type(thought, next)}
          onSave={save}
          onCancel={leave}
        />
      )}
      <div className={styles['controls']}>
        {/* Edit and Save are one button, so that it keeps the focus when the mode changes. */}
        <IconButton
          title={isEditing ? WORDS.card.save : WORDS.card.edit}
          variant={isEditing ? 'filled' : 'quiet'}
          aria-describedby={isEditing ? undefined : describedBy}
          data-typed={hasTyped}
          aria-disabled={isEditing && !isSavable}
          onMouseDown={isEditing ? keepFocus : undefined}
          onClickCapture={isEditing ? notePointer : undefined}
          onClick={isEditing ? save : begin}
        >
          {isEditing ? <Icon of="check" /> : <Icon of="pen" />}
        </IconButton>
        <span id={typedId} hidden>
          {WORDS.card.editWaits}
        </span>
        <DeleteButton textId={textId} onClick={() => remove(thought)} />
      </div>
    </EditArea>
  );
}

function DeleteButton({ textId, onClick }: { textId: string; onClick: () => void }) {
  return (
    <IconButton
      title={WORDS.card.delete}
      variant="danger"
      aria-describedby={textId}
      onClick={onClick}
    >
      <Icon of="bin" />
    </IconButton>
  );
}

/** The focus comes back to the button, and who saved with a pointer needs no ring around it. */
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
  onLeave: () => void;
  children: ReactNode;
}

/** The field and controls of an own card; Esc leaves edit mode, and so does moving on without a change. */
function EditArea({ isEditing, isChanged, onLeave, children }: EditAreaProps) {
  const leaveByKey = (event: KeyboardEvent): void => {
    if (!isEditing || event.key !== 'Escape' || isComposing(event)) return;
    // The focus moves to a button, which the rest of the key press must not press.
    event.preventDefault();
    onLeave();
  };
  return (
    // The events come from the elements inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles['edit']}
      onKeyDown={leaveByKey}
      onBlur={(event) => {
        event.target.removeAttribute('data-pointed');
        if (isEditing && !isChanged && hasLeftCard(event)) onLeave();
      }}
    >
      {children}
    </div>
  );
}

/** Whether the focus moved elsewhere on the page, not to another window. */
function hasLeftCard({ target, currentTarget, relatedTarget }: FocusEvent): boolean {
  // An extension may add elements beside the field, and remove them.
  if (!target.matches('input, button') || !document.hasFocus()) return false;
  return !currentTarget.closest('article')?.contains(relatedTarget);
}
