import { Check, Pencil, Trash2 } from 'lucide-react';
import {
  useCallback,
  useId,
  useRef,
  type MouseEvent,
  type RefCallback,
  type RefObject,
} from 'react';
import type { Thought } from '#shared/thought.ts';
import { IconButton } from '#client/components/icon-button.tsx';
import { fadeOut } from '#client/components/list/motion.ts';
import { WORDS } from '#client/words.ts';
import { EditArea } from './edit-area.tsx';
import { useCardEdit, type OwnCards } from './own-cards.ts';
import styles from './own-controls.module.css';
import { focusEnd, ThoughtEditor } from './thought-editor.tsx';

interface OwnControlsProps {
  thought: Thought;
  ownCards: OwnCards;
  textId: string;
}

export function OwnControls({ thought, ownCards, textId }: OwnControlsProps) {
  const { isEditing, replaced, text, isSavable, hasTyped } = useCardEdit(ownCards, thought);
  const typedId = useId();
  // Edit and Save are one button, so that the focus can rest on it while the mode changes.
  const toggle = useRef<HTMLButtonElement>(null);

  const save = (): void => {
    if (isSavable) ownCards.save(replaced, text);
  };
  const leave = (): void => ownCards.leave(thought.textID);
  const fieldRef = useFieldFocus(ownCards, thought.textID, toggle);

  return (
    <EditArea isEditing={isEditing} isChanged={text !== replaced.text} onLeave={leave}>
      {isEditing && (
        <ThoughtEditor
          fieldRef={fieldRef}
          replaced={replaced.text}
          text={text}
          onChange={(next) => ownCards.type(thought, next)}
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
          onClick={isEditing ? save : () => ownCards.begin(thought)}
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

function useFieldFocus(
  { isBegunHere }: OwnCards,
  textID: string,
  toggle: RefObject<HTMLButtonElement | null>,
): RefCallback<HTMLInputElement> {
  return useCallback(
    (field: HTMLInputElement) => {
      if (isBegunHere(textID)) focusEnd(field);
      return () => {
        if (field.parentElement?.contains(document.activeElement)) toggle.current?.focus();
      };
    },
    [isBegunHere, textID, toggle],
  );
}

/** Safari gives no focus to a pressed button, and the field would lose it: https://webkit.org/b/22261 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
