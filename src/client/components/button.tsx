import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  look: 'filled' | 'plain' | 'outlined' | 'danger';
}

/** A button with words on it. */
export function Button({ look, ...rest }: ButtonProps) {
  return <button type="button" className={styles['button']} data-look={look} {...rest} />;
}
