import { CloudLightning } from 'lucide-react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ROUTES } from '#shared/routes.ts';
import styles from './error-page.module.css';
import { useTitle } from './use-title.ts';

interface ErrorDetails {
  message: string;
  code: number;
  data: string;
}

/** The screen for whatever a route could not show. */
export function ErrorPage() {
  const { message, code, data } = describeError(useRouteError());
  useTitle(`${message} · Thought Cloud`);
  return (
    <main className={styles['page']}>
      <CloudLightning className={styles['cloud']} aria-hidden="true" />
      <h1 className={styles['heading']}>Oops! Something went wrong!</h1>
      {/* Large or long it scrolls, and the keyboard has to get there. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <dl className={styles['facts']} tabIndex={0}>
        <dt>Error Message</dt>
        <dd>{message}</dd>
        <dt>Error Code</dt>
        <dd>{code}</dd>
        <dt>Error Data</dt>
        <dd>{data}</dd>
      </dl>
      {/* A full load, so that whatever broke is left behind. */}
      <a href={ROUTES.feed} className={styles['home']}>
        Go Back to Home Page
      </a>
    </main>
  );
}

function describeError(error: unknown): ErrorDetails {
  if (isRouteErrorResponse(error)) {
    const { statusText, status, data } = error;
    return { message: statusText, code: status, data: asText(data) };
  }
  // Details of an unforeseen error are for the console; React Router has logged it there.
  return { message: 'Internal Error', code: 500, data: 'This page could not be shown.' };
}

function asText(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}
