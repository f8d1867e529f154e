import { Check, Pencil, Trash2 } from 'lucide-react';
import { useId, useRef, type MouseEvent } from 'react';
import type { Thought } from '#shared/thought.ts';
import { IconButton } from './icon-button.tsx';
import { useOwnCards } from './own-cards.ts';
import styles from './thought-card.module.css';
import { ThoughtEditor } from './thought-editor.tsx';
import { useCardEdit } from './use-card-edit.ts';

interface OwnControlsProps {
  thought: Thought;
  textId: string;
}

/** Edit and Delete of an own card, and its field in edit mode. */
export function OwnControls({ thought, textId }: OwnControlsProps) {
  const ownCards = useOwnCards();
  const { isEditing, replaced, text, isSavable, hasTyped } = useCardEdit(thought);
  const typedId = useId();
  // Edit and Save are one button, so that the focus can rest on it while the mode changes.
  const toggle = useRef<HTMLButtonElement>(null);

  const save = (): void => {
    if (!isSavable) return;
    toggle.current?.focus();
    ownCards.save(replaced, text);
  };
  const leave = (): void => {
    toggle.current?.focus();
    ownCards.leave(thought.textID);
  };

  return (
    <>
      {isEditing && (
        <ThoughtEditor
          replaced={replaced.text}
          text={text}
          onChange={(next) => ownCards.type(thought, next)}
          onSave={save}
          onCancel={leave}
          onDismiss={() => ownCards.leave(thought.textID)}
          onCut={ownCards.onCut}
        />
      )}
      <div className={styles['controls']}>
        <IconButton
          ref={toggle}
          title={isEditing ? 'Save' : 'Edit'}
          variant={isEditing ? 'filled' : 'quiet'}
          aria-keyshortcuts={isEditing ? undefined : 'e'}
          data-typed={hasTyped}
          aria-describedby={hasTyped ? `${textId} ${typedId}` : textId}
          aria-disabled={isEditing && !isSavable}
          onMouseDown={isEditing ? keepFocus : undefined}
          onClick={isEditing ? save : () => ownCards.begin(thought)}
        >
          {isEditing ? <Check aria-hidden="true" /> : <Pencil aria-hidden="true" />}
        </IconButton>
        <span id={typedId} hidden>
          An unsaved edit is waiting
        </span>
        <IconButton
          title="Delete"
          variant="danger"
          aria-describedby={textId}
          onClick={() => ownCards.remove(thought.textID)}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </>
  );
}

/** Safari gives no focus to a pressed button, and the field would lose it: https://webkit.org/b/22261 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
