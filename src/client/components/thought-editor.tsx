import type { KeyboardEvent } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { remainingLabel } from './count-ring.tsx';
import { isComposing } from './is-composing.ts';
import { toOneLine } from './line-marks.ts';
import { pasteWithin } from './paste-within.ts';
import styles from './thought-card.module.css';

/** From this many characters left on, the field says how many. */
const COUNT_FROM = 20;

interface ThoughtEditorProps {
  /** The text that stood there when the edit began. */
  replaced: string;
  /** The text as typed so far, with real line breaks. */
  text: string;
  onType: (text: string) => void;
  onSave: () => void;
  onLeave: () => void;
  onCut: () => void;
}

/** The one-line field of a card in edit mode; a line break shows as a mark and survives. */
export function ThoughtEditor(props: ThoughtEditorProps) {
  const { replaced, text, onType, onSave, onLeave, onCut } = props;
  const { line, mark, restore } = toOneLine(text);
  // A longer text from before the limit stays whole, and can only get shorter.
  const limit = Math.max(TEXT_LIMIT, replaced.length);
  const left = limit - line.length;

  const handleKey = (event: KeyboardEvent): void => {
    if (isComposing(event) || !['Enter', 'Escape'].includes(event.key)) return;
    // The focus moves to a button: the rest of the key press must not press that, too.
    event.preventDefault();
    if (event.key === 'Enter') onSave();
    else onLeave();
  };

  return (
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
        <output className={styles['left']} aria-label={remainingLabel(left)}>
          {left}
        </output>
      )}
    </div>
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
