import { useEffect, useLayoutEffect, useRef } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import type { CardActions } from '#client/state/card-actions.ts';
import type { CardView } from '#client/state/card-view.ts';
import { IconButton } from '#client/ui/components/button.tsx';
import { Icon } from '#client/ui/components/icon.tsx';
import { announceNoRoom, Remaining } from '#client/ui/components/remaining.tsx';
import { wordSize } from '#client/ui/format/word-size.ts';
import { focusTarget } from '#client/ui/input/focus.ts';
import { fitInput, takeLines, toLines, toOneLine } from '#client/ui/input/text-field.ts';
import { WORDS } from '#client/ui/words.ts';
import styles from './thought-editor.module.css';

const COUNT_FROM = 20;

interface ThoughtEditorProps {
  card: CardView;
  /** The stored text's element. */
  paragraphId: string;
  onType: CardActions['type'];
  onReset: () => void;
}

export function ThoughtEditor({ card, paragraphId, onType, onReset }: ThoughtEditorProps) {
  const { thought, base, typed: text, isRefused } = card;
  const { field, preview } = useField(card);
  const line = toOneLine(text);
  const size = wordSize(base);

  return (
    <>
      <div
        ref={fitInput({ show: toOneLine, read: toLines, onNoRoom: announceNoRoom })}
        className={styles['editor']}
        data-line
        data-words={size}
      >
        <input
          ref={field}
          className={styles['field']}
          type="text"
          dir="auto"
          lang=""
          aria-label={WORDS.card.field}
          aria-describedby={isRefused ? paragraphId : undefined}
          autoComplete="off"
          maxLength={TEXT_LIMIT + line.length - text.length}
          value={line}
          onChange={(event) => onType(thought, toLines(event.target.value))}
          onCopy={takeLines}
          onCut={takeLines}
          onDragStart={takeLines}
        />
        <Remaining className={styles['left']} count={TEXT_LIMIT - text.length} from={COUNT_FROM} />
        {text !== base && (
          <IconButton
            title={WORDS.card.reset}
            variant="quiet"
            className={styles['reset']}
            onClick={onReset}
          >
            <Icon of="undo" />
          </IconButton>
        )}
      </div>
      <div
        ref={preview}
        className={styles['preview']}
        data-words={size}
        dir="auto"
        lang=""
        aria-hidden="true"
      >
        {text}
      </div>
    </>
  );
}

function useField({ thought: { textID }, isRefused }: CardView) {
  const field = useRef<HTMLInputElement>(null);
  const preview = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => focusTarget(`field ${textID}`, focusEnd)(field.current), [textID]);
  useLayoutEffect(() => {
    if (isRefused) takeFocus(field.current);
  }, [isRefused]);
  useLayoutEffect(() => fitPreview(field.current, preview.current));
  useEffect(() => {
    // A window that is narrowed may leave the same text too little room.
    const observer = new ResizeObserver(() => fitPreview(field.current, preview.current));
    if (field.current) observer.observe(field.current);
    return () => observer.disconnect();
  }, []);
  return { field, preview };
}

/**
 * Focuses a field if a control of its card has the focus: Save overwrites what is stored, which its writer has yet to
 * see. Who types on in the field keeps the caret.
 */
function takeFocus(field: HTMLInputElement | null): void {
  const { activeElement } = document;
  if (activeElement !== field && field?.closest('article')?.contains(activeElement))
    focusEnd(field);
}

/** Focuses a field with the caret at the end; scrolls only if the field is not in view. */
function focusEnd(field: HTMLInputElement): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  // Chromium and WebKit do not scroll to a caret that a script moves.
  const isRightToLeft = getComputedStyle(field).direction === 'rtl';
  field.scrollLeft = isRightToLeft ? -field.scrollWidth : field.scrollWidth;
  field.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

/** Shows the preview where the field can't show all of the text. */
function fitPreview(field: HTMLInputElement | null, preview: HTMLElement | null): void {
  if (!field || !preview) return;
  preview.hidden = !field.value.includes(toOneLine('\n')) && field.scrollWidth <= field.clientWidth;
}
