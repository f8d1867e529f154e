import { expect, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { openFirebaseWorld } from '#tests/firebase/chromium/firebase-world.ts';
import { startTrial } from './support/trial.ts';

test('a page that is shown is right within 20 s of the return of Firestore, however long that was away', async () => {
  const { report } = startTrial('firestore-outage');
  const world = await openFirebaseWorld();
  try {
    const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
    let ids: string[] = [];
    let isLive = false;
    ada.watch('feed', 50, {
      onWindow: ({ thoughts }) => {
        ids = thoughts.map(({ textID }) => textID);
      },
      onLive: (next) => {
        isLive = next;
      },
    });
    // The SDK draws its pauses: short ones until it gives up, and then one as after minutes.
    const drawAlways = (drawn: number) =>
      ada.page.evaluate((value) => {
        Math.random = () => value;
      }, drawn);
    await vi.waitUntil(() => isLive, { timeout: 20_000 });
    await drawAlways(0);
    await world.emulator.stop();
    await vi.waitUntil(() => !isLive, { timeout: 60_000 });
    await drawAlways(1_000);
    await ada.page.waitForEvent('requestfailed');
    await world.emulator.start();
    const began = performance.now();
    const textID = newTextID();
    await bob.addThought({ textID, text: 'after the outage' }, new AbortController().signal);
    await vi.waitFor(() => expect(ids).toContain(textID), { timeout: 60_000 });
    const seconds = (performance.now() - began) / 1_000;
    report(`right ${seconds.toFixed(1)} s after its return`);
    expect(seconds).toBeLessThan(20);
  } finally {
    await world.close();
  }
});
