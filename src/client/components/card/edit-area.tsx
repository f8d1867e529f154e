import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { isComposing } from '#client/input/is-composing.ts';
import styles from './own-controls.module.css';

interface EditAreaProps {
  isEditing: boolean;
  isChanged: boolean;
  onLeave: () => void;
  children: ReactNode;
}

/** The field and the controls of an own card; Esc leaves it, and so does who goes on without a change. */
export function EditArea({ isEditing, isChanged, onLeave, children }: EditAreaProps) {
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
