// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { find } from '#tests/setup/client-app.tsx';
import { ErrorBoundary } from './error-page.tsx';

test('what can’t be drawn shows the error screen and no details, until another address is opened', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  document.body.innerHTML = '<div id="root"></div>';
  const root = createRoot(find('#root'));
  const draw = (address: string): Promise<void> =>
    act(async () =>
      root.render(
        <ErrorBoundary address={address}>
          <Fragile address={address} />
        </ErrorBoundary>,
      ),
    );
  await draw('/');
  expect(find('#root').textContent).toBe('all is well at /');
  await draw('/broken');
  await draw('/broken');
  expect(find('h1').textContent).toBe('Oops! Something went wrong!');
  const facts = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(facts).toEqual(['Internal Error', '500', 'This page could not be shown.']);
  expect(String(log.mock.calls[0])).toContain('a secret detail');
  await draw('/');
  expect(find('#root').textContent).toBe('all is well at /');
  await act(async () => root.unmount());
});

function Fragile({ address }: { address: string }) {
  if (address === '/broken') throw new Error('a secret detail');
  return `all is well at ${address}`;
}
