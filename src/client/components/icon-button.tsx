import type { ComponentProps, ReactNode } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'title'> {
  /** Tooltip and accessible name in one. */
  title: string;
  variant: 'quiet' | 'danger' | 'filled';
  children: ReactNode;
}

export function IconButton({ title, variant, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={title}
      aria-label={title}
      className={styles['button']}
      data-variant={variant}
      {...rest}
    >
      {children}
    </button>
  );
}
