import type { KeyboardEvent } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { IconButton } from '#client/components/button.tsx';
import { Icon } from '#client/components/icon.tsx';
import { announce } from '#client/components/live-region.tsx';
import { RemainingStatus } from '#client/components/remaining-status.tsx';
import { fitInput, isComposing, useLineMarks } from '#client/input/text-field.ts';
import { WORDS } from '#client/words.ts';
import styles from './thought-editor.module.css';
import { wordSize } from './word-size.ts';

const COUNT_FROM = 20;

interface ThoughtEditorProps {
  base: string;
  /** The text so far, with real line breaks. */
  text: string;
  onChange: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** The one-line field of a card in edit mode; line breaks show as marks. */
export function ThoughtEditor(props: ThoughtEditorProps) {
  const { base, text, onChange, onSave, onCancel } = props;
  const { line, restore, prepare, copyLines, dragLines } = useLineMarks(text);
  const left = TEXT_LIMIT - line.length;
  const size = wordSize(base);

  const handleKey = (event: KeyboardEvent): void => {
    if (isComposing(event) || event.key !== 'Enter') return;
    // The focus moves to a button, which the rest of the key press must not press.
    event.preventDefault();
    onSave();
  };

  return (
    <>
      <div
        ref={fitInput({ prepare, onCut: () => announce(WORDS.cut) })}
        className={styles['editor']}
        data-line
        data-words={size}
      >
        <input
          ref={passFocusOn}
          className={styles['field']}
          type="text"
          dir="auto"
          lang=""
          aria-label={WORDS.card.field}
          autoComplete="off"
          maxLength={TEXT_LIMIT}
          value={line}
          onChange={(event) => onChange(restore(event.target.value))}
          onSelect={(event) => showCaret(event.currentTarget)}
          onCopy={copyLines}
          onCut={copyLines}
          onDragStart={dragLines}
          onKeyDown={handleKey}
        />
        {left <= COUNT_FROM && (
          <span className={styles['left']} aria-hidden="true">
            {left}
          </span>
        )}
        <RemainingStatus left={left} />
        {text !== base && (
          <IconButton title={WORDS.card.reset} className={styles['reset']} onClick={onCancel}>
            <Icon of="undo" />
          </IconButton>
        )}
      </div>
      <Preview text={text} size={size} />
    </>
  );
}

/** The text as it will stand. */
function Preview({ text, size }: { text: string; size: string }) {
  return (
    <div
      // After each change.
      ref={(preview) => showCaret(preview?.previousElementSibling?.querySelector('input'))}
      className={styles['preview']}
      data-words={size}
      dir="auto"
      lang=""
      aria-hidden="true"
    >
      {text}
    </div>
  );
}

/** Moves the focus from the field, when it goes, to the Edit button. */
function passFocusOn(field: HTMLInputElement): () => void {
  return () => {
    if (!field.parentElement?.contains(document.activeElement)) return;
    field.closest('article')?.querySelector<HTMLElement>('[data-typed]')?.focus();
  };
}

/** Focuses a field with the caret at the end; scrolls only if the field is not in view. */
export function focusEnd(field: HTMLInputElement): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  // Chromium and WebKit do not scroll to a caret that a script moves.
  const isRightToLeft = getComputedStyle(field).direction === 'rtl';
  field.scrollLeft = isRightToLeft ? -field.scrollWidth : field.scrollWidth;
  if (!isUncovered(field)) field.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  showCaret(field);
}

/** Shows the lines around the caret in the preview, unless the field shows all of the text. */
function showCaret(field?: HTMLInputElement | null): void {
  const preview = field?.parentElement?.nextElementSibling;
  const text = preview?.firstChild;
  if (!field || !(preview instanceof HTMLElement) || !(text instanceof Text)) return;
  preview.hidden = !text.data.includes('\n') && field.scrollWidth <= field.clientWidth;
  const caret = document.createRange();
  const at = Math.min(field.selectionStart ?? 0, text.length);
  // Before a line break: behind one the caret has no rectangle.
  caret.setStart(text, Math.max(0, at - 1));
  caret.setEnd(text, at);
  const height = parseFloat(getComputedStyle(preview).lineHeight);
  const top = caret.getBoundingClientRect().top - preview.getBoundingClientRect().top;
  const line = Math.floor((top + preview.scrollTop) / height);
  // Shows the line before it, too, where two fit.
  preview.scrollTop = (line - (preview.clientHeight < 2 * height ? 0 : 1)) * height;
}

/** Checks both ends: on a phone the round button may cover the far one. */
function isUncovered(field: HTMLInputElement): boolean {
  const { left, right, top, bottom } = field.getBoundingClientRect();
  const isSeen = (x: number, y: number): boolean =>
    field.parentElement?.contains(document.elementFromPoint(x, y)) === true;
  return [left + 1, right - 1].every((x) => isSeen(x, top + 1) && isSeen(x, bottom - 1));
}
