import { Check, Pencil, Trash2 } from 'lucide-react';
import {
  useCallback,
  useId,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import type { Thought } from '#shared/thought.ts';
import { IconButton } from '#client/components/icon-button.tsx';
import { fadeOut } from '#client/components/list/motion.ts';
import { isComposing } from '#client/input/is-composing.ts';
import { WORDS } from '#client/words.ts';
import { useCardEdit, type OwnCards } from './own-cards.ts';
import styles from './own-controls.module.css';
import { focusEnd, ThoughtEditor } from './thought-editor.tsx';

interface OwnControlsProps {
  thought: Thought;
  ownCards: OwnCards;
  textId: string;
}

export function OwnControls({ thought, ownCards, textId }: OwnControlsProps) {
  const { isEditing, base, text, isSavable, hasTyped } = useCardEdit(ownCards, thought);
  const typedId = useId();
  // Edit and Save are one button, so that the focus can rest on it while the mode changes.
  const toggle = useRef<HTMLButtonElement>(null);

  const { fieldRef, focusField } = useField(toggle);

  const save = (): void => {
    if (isSavable) ownCards.edit(base, text);
  };
  const leave = (): void => ownCards.cardEdit.cancel(thought.textID);

  return (
    <EditArea isEditing={isEditing} isChanged={text !== base.text} onLeave={leave}>
      {isEditing && (
        <ThoughtEditor
          fieldRef={fieldRef}
          base={base.text}
          text={text}
          onChange={(next) => ownCards.cardEdit.type(thought, next)}
          onSave={save}
          onCancel={leave}
          onCut={ownCards.onCut}
        />
      )}
      <div className={styles['controls']}>
        <IconButton
          ref={toggle}
          title={isEditing ? WORDS.card.save : WORDS.card.edit}
          variant={isEditing ? 'filled' : 'quiet'}
          {...(!isEditing && {
            'aria-keyshortcuts': 'e',
            'aria-describedby': hasTyped ? `${textId} ${typedId}` : textId,
          })}
          data-typed={hasTyped}
          aria-disabled={isEditing && !isSavable}
          onMouseDown={isEditing ? keepFocus : undefined}
          onClick={isEditing ? save : () => focusField(() => ownCards.cardEdit.begin(thought))}
        >
          {isEditing ? <Check aria-hidden="true" /> : <Pencil aria-hidden="true" />}
        </IconButton>
        <span id={typedId} hidden>
          {WORDS.card.editWaits}
        </span>
        <IconButton
          title={WORDS.card.delete}
          variant="danger"
          aria-describedby={textId}
          onClick={({ currentTarget }) => {
            fadeOut(currentTarget.closest('article'));
            ownCards.remove(thought);
          }}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </EditArea>
  );
}

/** The field of a card: it takes the focus by a press alone, and hands it on to the button when it goes. */
function useField(toggle: RefObject<HTMLButtonElement | null>) {
  const field = useRef<HTMLInputElement>(null);
  const fieldRef = useCallback(
    (element: HTMLInputElement) => {
      field.current = element;
      return () => {
        if (element.parentElement?.contains(document.activeElement)) toggle.current?.focus();
      };
    },
    [toggle],
  );
  const focusField = (begin: () => void): void => {
    flushSync(begin);
    if (field.current) focusEnd(field.current);
  };
  return { fieldRef, focusField };
}

/** Safari gives no focus to a pressed button, and the field would lose it: https://webkit.org/b/22261 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

interface EditAreaProps {
  isEditing: boolean;
  isChanged: boolean;
  onLeave: () => void;
  children: ReactNode;
}

/** The field and the controls of an own card; Esc leaves it, and so does who goes on without a change. */
function EditArea({ isEditing, isChanged, onLeave, children }: EditAreaProps) {
  const leaveByKey = (event: KeyboardEvent): void => {
    if (!isEditing || event.key !== 'Escape' || isComposing(event)) return;
    // The focus moves to a button: the rest of the key press must not press that, too.
    event.preventDefault();
    onLeave();
  };
  return (
    // What is inside hands its keys and its focus on.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles['edit']}
      onKeyDown={leaveByKey}
      onBlur={(event) => {
        if (isEditing && !isChanged && hasLeftCard(event)) onLeave();
      }}
    >
      {children}
    </div>
  );
}

/** Whether the focus went elsewhere on the page, and not to another window. */
function hasLeftCard({ target, currentTarget, relatedTarget }: FocusEvent): boolean {
  // What a tool puts beside the field, and takes away again, is none of ours.
  if (!target.matches('input, button') || !document.hasFocus()) return false;
  return !currentTarget.closest('article')?.contains(relatedTarget);
}
