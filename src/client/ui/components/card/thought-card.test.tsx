import { act } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { formatDate, formatTime } from '#client/ui/format/format-date.ts';
import { navigate } from '#client/ui/router.tsx';
import { ADA, button, find, openApp, press, putThought } from '#tests/client/client-app.tsx';

test('an address is one text, so that a screen reader reads it as it stands', async () => {
  const { board } = await openApp();
  const address = 'https://example.org/a/?b=c&d=e';
  await act(async () => putThought(board, `see ${address}`));
  expect(find('article a').innerHTML).toBe(address.replace('&', '&amp;'));
  expect(find('article a')).toMatchObject({
    target: '_blank',
    rel: 'noopener noreferrer nofollow ugc',
  });
});

test('a text begins at the edge of its own direction', async () => {
  const { board } = await openApp();
  await act(async () => putThought(board, 'غيمة صغيرة'));
  expect(find('article p').getAttribute('dir')).toBe('auto');
});

test('the language of what people wrote is declared unknown', async () => {
  const { board } = await openApp();
  await act(async () => putThought(board, 'Guten Tag', ADA.uid));
  await press(button('Edit'));
  const written = [...document.querySelectorAll('article :is(bdi, p, input, [dir="auto"])')];
  expect(written.map((element) => element.getAttribute('lang'))).toEqual(['', '', '', '']);
  await press(button('create new thoughts'));
  expect(find('textarea').lang).toBe('');
  await act(async () => navigate('/profile'));
  expect(find('h1 bdi bdi').getAttribute('lang')).toBe('');
  await press(button('Log Out'));
  expect(find('[role="group"] bdi bdi').getAttribute('lang')).toBe('');
});

test('who comes to another time zone sees the times of there when they look again', async () => {
  const ownZone = process.env['TZ'];
  onTestFinished(() => setZone(ownZone));
  setZone('Asia/Kolkata');
  const { board } = await openApp({ path: '/profile' });
  await act(async () => putThought(board, 'written before the flight', ADA.uid));
  setZone('Europe/London');
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  const shown = find('article time');
  const [written, created] = [shown.getAttribute('datetime'), ADA.metadata.creationTime];
  const [at, since] = [new Date(written ?? ''), new Date(created)];
  expect(shown.textContent).toBe(`${formatTime(at)} ${formatDate(at)}`);
  expect(find('dl').textContent).toContain(`${formatDate(since)} ${formatTime(since)}`);
});

function setZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
}
