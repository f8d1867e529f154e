// @vitest-environment jsdom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { announcement } from '#client/ui/components/live-region.tsx';
import { button, find, openApp, press, putThought, type } from '#tests/client/client-app.tsx';

const BOX = 'dialog textarea';

test('what one adds, saves and deletes is said once each', async () => {
  const { said } = await openSilent();
  await press(button('create new thoughts'));
  await type(find(BOX), 'mine');
  await press(button('Add'));
  await heard(() => expect(said).toEqual(['Added']));
  await press(button('Edit'));
  await press(button('Save'));
  await heard(() => expect(said).toEqual(['Added', 'Saved']));
  await press(button('Delete'));
  const deleted = 'Deleted. Create new thoughts offers it again';
  await heard(() => expect(said).toEqual(['Added', 'Saved', deleted]));
});

test.each([
  ['key', { data: 'y', inputType: 'insertText' }],
  ['line break', { data: null, inputType: 'insertLineBreak' }],
])(
  'a %s that finds no room is answered in other words than the last that found some',
  async (_key, typed) => {
    Object.assign(Element.prototype, { animate: () => {} });
    const { said } = await openSilent();
    await press(button('create new thoughts'));
    await type(find(BOX), 'x'.repeat(150));
    await heard(() => expect(said).toEqual(['No characters left']));
    const key = { ...typed, bubbles: true, cancelable: true };
    await act(async () => find(BOX).dispatchEvent(new InputEvent('beforeinput', key)));
    await heard(() => expect(said).toEqual(['No characters left', 'The thought is full']));
  },
);

test('a connection that is lost for five seconds is reported, and so is its return, but not on a hidden page', async () => {
  const { said, setLive } = await openSilent();
  vi.useFakeTimers();
  const change = async (isLive: boolean, wait: number): Promise<void> => {
    await act(async () => setLive(isLive));
    await act(async () => vi.advanceTimersByTime(wait));
  };
  await change(false, 4_900);
  await change(true, 100);
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await change(false, 20_000);
  isHidden.mockReturnValue(false);
  await change(true, 100);
  expect(said).toEqual([]);
  await change(false, 20_000);
  await change(true, 100);
  expect(said).toEqual(['Reconnecting', 'Live']);
});

test("the bar's link says whether the list is live", async () => {
  await openSilent();
  const home = find('nav a');
  expect(home.hasAttribute('aria-label')).toBe(false);
  expect(find('nav a [role="img"]').ariaLabel).toBe('Live');
  expect(document.querySelector('[role="status"]')).toBeNull();
});

async function heard(expectation: () => void): Promise<void> {
  await act(() => vi.waitFor(expectation));
}

/** Opens the app on a card of Bob's, and records what is said from then on. */
async function openSilent() {
  const lives: ((isLive: boolean) => void)[] = [];
  const opened = await openApp({
    wrap: (backend) => ({
      ...backend,
      watch: (query, size, listener) => {
        lives.push(listener.onLive);
        return backend.watch(query, size, listener);
      },
    }),
  });
  await act(async () => putThought(opened.board, 'theirs'));
  const said: string[] = [];
  onTestFinished(
    announcement.subscribe(() => {
      if (announcement.get() !== '') said.push(announcement.get());
    }),
  );
  return { said, setLive: (isLive: boolean) => lives.forEach((set) => set(isLive)) };
}
