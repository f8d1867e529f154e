import { Component, type ReactNode } from 'react';
import { NAME } from '#shared/name.ts';
import { ROUTES } from '#shared/routes.ts';
import buttonStyles from '#client/ui/components/button.module.css';
import { Mark } from '#client/ui/components/mark.tsx';
import { focusTarget } from '#client/ui/input/focus.ts';
import { WORDS } from '#client/ui/words.ts';
import styles from './error-page.module.css';

export function ErrorPage(props: { message: string; code: number; data: string }) {
  const { message, code, data } = props;
  return (
    <main className={styles['page']}>
      <title>{`${message} · ${NAME}`}</title>
      <Mark className={styles['cloud']} />
      <h1 ref={focusTarget('heading')} tabIndex={-1} className={styles['heading']}>
        <bdi>{WORDS.error.heading}</bdi>
      </h1>
      {/* The list may scroll, so the keyboard has to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <dl className={styles['facts']} tabIndex={0}>
        <dt>{WORDS.error.message}</dt>
        <dd>{message}</dd>
        <dt>{WORDS.error.code}</dt>
        <dd>{code}</dd>
        <dt>{WORDS.error.data}</dt>
        <dd>{data}</dd>
      </dl>
      {/* A full load leaves the broken state behind. */}
      <a
        href={ROUTES.feed}
        className={`${buttonStyles['button']} ${styles['home']}`}
        data-variant="filled"
      >
        {WORDS.error.home}
      </a>
    </main>
  );
}

/** Shows the error screen when rendering fails; React logs why. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override state = { hasFailed: false };

  override componentDidCatch(): void {
    // Like the link, back and forward leave the broken state behind.
    addEventListener('popstate', () => location.reload());
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <ErrorPage message={WORDS.error.internal} code={500} data={WORDS.error.notShown} />;
  }
}
