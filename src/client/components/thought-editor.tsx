import type { KeyboardEvent } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { toOneLine } from './line-marks.ts';
import { pasteWithin } from './paste-within.ts';
import { RemainingStatus } from './remaining-status.tsx';
import styles from './thought-card.module.css';

/** From this many characters left on, the field says how many. */
const COUNT_FROM = 20;

interface ThoughtEditorProps {
  /** The text as it stands on the board. */
  text: string;
  /** The text as typed so far, with real line breaks. */
  edited: string;
  onType: (text: string) => void;
  onSave: () => void;
  onLeave: () => void;
  onCut: () => void;
}

/** The one-line field of a card in edit mode; a line break shows as a mark and survives. */
export function ThoughtEditor(props: ThoughtEditorProps) {
  const { text, edited, onType, onSave, onLeave, onCut } = props;
  const { line, mark, restore } = toOneLine(edited);
  // A longer text from before the limit stays whole, and can only get shorter.
  const limit = Math.max(TEXT_LIMIT, text.length);
  const left = limit - line.length;

  const handleKey = (event: KeyboardEvent): void => {
    // While an input method composes, Enter and Esc belong to it.
    if (event.nativeEvent.isComposing || !['Enter', 'Escape'].includes(event.key)) return;
    // The focus moves to a button: the rest of the key press must not press that, too.
    event.preventDefault();
    if (event.key === 'Enter') onSave();
    else onLeave();
  };

  return (
    <>
      <div className={styles['editor']}>
        <input
          ref={caretAtEnd}
          className={styles['field']}
          type="text"
          dir="auto"
          aria-label="Edit thought"
          autoComplete="off"
          maxLength={limit}
          value={line}
          onChange={(event) => onType(restore(event.target.value))}
          onPaste={(event) => pasteWithin(event, { limit, prepare: mark, onCut })}
          onKeyDown={handleKey}
        />
        {left <= COUNT_FROM && (
          <span className={styles['left']} aria-hidden="true">
            {left}
          </span>
        )}
        <RemainingStatus left={left} />
      </div>
      <div className={styles['preview']} dir="auto" aria-hidden="true">
        {edited}
      </div>
    </>
  );
}

function caretAtEnd(field: HTMLInputElement | null): void {
  if (field === null) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  // Chromium moves the caret without bringing it into view.
  const isRightToLeft = getComputedStyle(field).direction === 'rtl';
  field.scrollLeft = isRightToLeft ? -field.scrollWidth : field.scrollWidth;
}
