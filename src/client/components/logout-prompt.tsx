import { useState } from 'react';
import { WORDS } from '#client/words.ts';
import { Button } from './button.tsx';
import styles from './logout-prompt.module.css';

interface LogoutPromptProps {
  name: string;
  onConfirm: () => void;
}

export function LogoutPrompt({ name, onConfirm }: LogoutPromptProps) {
  const [stage, setStage] = useState<'resting' | 'asking' | 'cancelled'>('resting');
  const cancel = (): void => setStage('cancelled');

  return (
    <div className={styles['row']}>
      {stage === 'asking' ? (
        <Question {...{ name, onConfirm }} onCancel={cancel} />
      ) : (
        <button
          ref={stage === 'cancelled' ? focusAtFirst : null}
          type="button"
          className={styles['leave']}
          onClick={() => setStage('asking')}
        >
          {WORDS.logout.ask}
        </button>
      )}
    </div>
  );
}

interface QuestionProps extends LogoutPromptProps {
  onCancel: () => void;
}

function Question({ name, onConfirm, onCancel }: QuestionProps) {
  return (
    // Esc anywhere in the group answers its question with Cancel.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={focusAtFirst}
      role="group"
      tabIndex={-1}
      aria-labelledby="logout-question"
      className={styles['asking']}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <p id="logout-question" className={styles['question']}>
        <bdi>
          {WORDS.logout.question[0]}
          <bdi lang="">{name}</bdi>
          {WORDS.logout.question[1]}
        </bdi>
      </p>
      <Button variant="danger" onClick={onConfirm}>
        {WORDS.logout.confirm}
      </Button>
      <Button variant="plain" onClick={onCancel}>
        {WORDS.logout.cancel}
      </Button>
    </div>
  );
}

/** A ref that stays the same function: it runs when the element appears, not at every render. */
function focusAtFirst(element: HTMLElement | null): void {
  element?.focus();
}
