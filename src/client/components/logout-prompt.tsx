import { useState } from 'react';
import { Button } from './button.tsx';
import styles from './logout-prompt.module.css';

interface LogoutPromptProps {
  name: string;
  onConfirm: () => void;
}

/** The Log Out button, and the question that takes its place when it is pressed. */
export function LogoutPrompt({ name, onConfirm }: LogoutPromptProps) {
  const [stage, setStage] = useState<'resting' | 'asking' | 'cancelled'>('resting');
  const cancel = (): void => setStage('cancelled');
  const question = `Hey ${name}! Are you sure to Logout?`;

  return (
    <div className={styles['place']}>
      <div className={styles['tile']} data-question={question}>
        {stage === 'asking' ? (
          <Question {...{ name, onConfirm }} onCancel={cancel} />
        ) : (
          <Button
            ref={stage === 'cancelled' ? focusAtFirst : null}
            variant="outlined"
            onClick={() => setStage('asking')}
          >
            Log Out
          </Button>
        )}
      </div>
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
          Hey <bdi lang="">{name}</bdi>! Are you sure to Logout?
        </bdi>
      </p>
      <Button variant="danger" onClick={onConfirm}>
        Confirm
      </Button>
      <Button variant="plain" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** A ref that stays the same function: it runs when the element appears, not at every render. */
function focusAtFirst(element: HTMLElement | null): void {
  element?.focus();
}
