import { Undo2 } from 'lucide-react';
import type { KeyboardEvent, RefCallback } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { RemainingStatus } from '#client/components/remaining-status.tsx';
import { fitInput } from '#client/input/fit-input.ts';
import { isComposing } from '#client/input/is-composing.ts';
import { useLineMarks } from '#client/input/line-marks.ts';
import { WORDS } from '#client/words.ts';
import styles from './thought-editor.module.css';

const COUNT_FROM = 20;

interface ThoughtEditorProps {
  fieldRef: RefCallback<HTMLInputElement>;
  base: string;
  /** The text as typed so far, with real line breaks. */
  text: string;
  onChange: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
  onCut: () => void;
}

/** The one-line field of a card in edit mode; a line break shows as a mark and survives. */
export function ThoughtEditor(props: ThoughtEditorProps) {
  const { fieldRef, base, text, onChange, onSave, onCancel, onCut } = props;
  const isChanged = text !== base;
  const { line, restore, prepare, copyLines } = useLineMarks(text);
  // A longer text from before the limit stays whole, and can only get shorter.
  const limit = Math.max(TEXT_LIMIT, base.length);
  const left = TEXT_LIMIT - line.length;

  const handleKey = (event: KeyboardEvent): void => {
    if (isComposing(event) || event.key !== 'Enter') return;
    // The focus moves to a button: the rest of the key press must not press that, too.
    event.preventDefault();
    onSave();
  };

  return (
    <>
      <div ref={fitInput({ prepare, onCut })} className={styles['editor']}>
        <input
          ref={fieldRef}
          className={styles['field']}
          type="text"
          dir="auto"
          lang=""
          aria-label={WORDS.card.field}
          autoComplete="off"
          maxLength={limit}
          value={line}
          onChange={(event) => onChange(restore(event.target.value))}
          onSelect={(event) => showCaret(event.currentTarget)}
          onCopy={copyLines}
          onCut={copyLines}
          onKeyDown={handleKey}
        />
        {left <= COUNT_FROM && (
          <span className={styles['left']} aria-hidden="true">
            {left}
          </span>
        )}
        <RemainingStatus left={left} />
        {isChanged && <ResetButton onClick={onCancel} />}
      </div>
      <div ref={keepCaretShown} className={styles['preview']} dir="auto" lang="" aria-hidden="true">
        {text}
      </div>
    </>
  );
}

function ResetButton({ onClick }: { onClick: () => void }) {
  const title = WORDS.card.reset;
  return (
    <button
      type="button"
      title={title}
      aria-label={title}
      className={styles['reset']}
      onClick={onClick}
    >
      <Undo2 aria-hidden="true" />
    </button>
  );
}

/** Puts the focus into a field, behind its text; the page moves only when the field is not in view. */
export function focusEnd(field: HTMLInputElement): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  // Chromium and WebKit leave the caret out of view when a script moves it.
  const isRightToLeft = getComputedStyle(field).direction === 'rtl';
  field.scrollLeft = isRightToLeft ? -field.scrollWidth : field.scrollWidth;
  if (!isUncovered(field)) field.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  showCaret(field);
}

function showCaret(field: HTMLInputElement): void {
  const preview = field.parentElement?.nextElementSibling;
  const text = preview?.firstChild;
  if (!preview || !(text instanceof Text)) return;
  const caret = document.createRange();
  const at = Math.min(field.selectionStart ?? 0, text.length);
  // Before a line break, because behind one it is nowhere.
  caret.setStart(text, Math.max(0, at - 1));
  caret.setEnd(text, at);
  const height = parseFloat(getComputedStyle(preview).lineHeight);
  const top = caret.getBoundingClientRect().top - preview.getBoundingClientRect().top;
  const line = Math.floor((top + preview.scrollTop) / height);
  // With a line before it where there is room for two.
  preview.scrollTop = (line - (preview.clientHeight < 2 * height ? 0 : 1)) * height;
}

/** Also when a turned phone breaks the lines elsewhere. */
function keepCaretShown(preview: HTMLElement | null): (() => void) | undefined {
  if (preview === null) return undefined;
  const observer = new ResizeObserver(() => {
    const field = preview.previousElementSibling?.querySelector('input');
    if (field) showCaret(field);
  });
  observer.observe(preview);
  return () => observer.disconnect();
}

function isUncovered(field: HTMLInputElement): boolean {
  const { left, top, bottom } = field.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => document.elementFromPoint(left + 1, y) === field);
}
