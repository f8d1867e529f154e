import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { find } from '#tests/setup/client-app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useBoardState } from './use-board.ts';

test('a page without a board’s store shows the error screen, not a blank one', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  document.body.innerHTML = '<div id="root"></div>';
  const root = createRoot(find('#root'));
  await act(async () =>
    root.render(
      <ErrorBoundary address="/">
        <Page />
      </ErrorBoundary>,
    ),
  );
  expect(find('h1').textContent).toBe('Oops! Something went wrong!');
  expect(String(log.mock.calls[0])).toContain('BoardContext is missing');
  await act(async () => root.unmount());
});

function Page() {
  return useBoardState() === 'unknown' ? null : 'A page';
}
