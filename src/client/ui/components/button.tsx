import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  variant: 'filled' | 'plain' | 'danger';
}

export function Button({ variant, ...rest }: ButtonProps) {
  return <button type="button" className={styles['button']} data-variant={variant} {...rest} />;
}

interface IconButtonProps extends ComponentProps<'button'> {
  title: string;
  variant?: 'quiet' | 'danger' | 'filled';
}

export function IconButton({ variant, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={rest.title}
      className={styles['icon']}
      data-variant={variant}
      {...rest}
    />
  );
}
