// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { find } from '#tests/client/client-app.tsx';
import { ErrorBoundary } from './error-page.tsx';

test('a page that can’t be rendered shows the error screen, without details, and Back loads another anew', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  document.body.innerHTML = '<div id="root"></div>';
  const root = createRoot(find('#root'));
  await act(async () =>
    root.render(
      <ErrorBoundary>
        <Fragile />
      </ErrorBoundary>,
    ),
  );
  expect(find('h1').textContent).toBe('Oops! Something went wrong!');
  const facts = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(facts).toEqual(['Internal Error', '500', 'This page could not be shown.']);
  expect(String(log.mock.calls[0])).toContain('a secret detail');
  expect(find('a').outerHTML).toMatch(/href="\/".*>Go Back to Home Page</u);
  // jsdom loads no page.
  const reload = vi.fn<() => void>();
  const { pathname } = location;
  vi.stubGlobal('location', { pathname, reload });
  onTestFinished(() => void vi.unstubAllGlobals());
  dispatchEvent(new PopStateEvent('popstate'));
  expect(reload).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
});

function Fragile(): never {
  throw new Error('a secret detail');
}
