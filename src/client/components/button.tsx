import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  variant: 'filled' | 'plain' | 'outlined' | 'danger';
}

export function Button({ variant, ...rest }: ButtonProps) {
  return <button type="button" className={styles['button']} data-variant={variant} {...rest} />;
}
