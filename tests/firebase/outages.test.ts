import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import type { LiveEvent } from '#client/backend/backend.ts';
import { googleAccount, openFirebaseWorld, type FirebaseWorld } from './chromium/firebase-world.ts';
import { emulatorOf } from './emulators.ts';
import type { RemoteBackend } from './chromium/remote-backend.ts';

const PATIENCE = { timeout: 25_000, interval: 50 };

let world: FirebaseWorld;

beforeAll(async () => {
  world = await openFirebaseWorld();
});

afterAll(() => world.close());

// They make trouble at the service, which an official emulator can't be told to.
describe.skipIf(emulatorOf('firestore') !== null)(
  'Firebase, when the connection or the permission is lost,',
  () => {
    test('tells so, and what was missed once it is back', async () => {
      const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
      const [kept, gone, missed] = [newTextID(), newTextID(), newTextID()];
      await ada.addThought(kept, 'kept');
      await ada.addThought(gone, 'gone');
      const events = watched(bob);
      await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ type: 'result' }), PATIENCE);

      await bob.page.context().setOffline(true);
      await vi.waitFor(
        () => expect(events.at(-1)).toEqual({ type: 'connection', live: false }),
        PATIENCE,
      );
      await ada.deleteThought(gone);
      await ada.addThought(missed, 'missed');
      events.length = 0;
      await bob.page.context().setOffline(false);
      await vi.waitFor(
        () =>
          expect(events).toEqual([
            { type: 'connection', live: true },
            { type: 'removed', textID: gone },
            { type: 'changed', thought: expect.objectContaining({ textID: missed }) },
          ]),
        PATIENCE,
      );
    });

    test('goes on in silence when a stream is cut and opens again', async () => {
      const ada = await world.person('Ada');
      const events = watched(ada);
      await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ type: 'result' }), PATIENCE);
      world.standIn.cutStreams();
      const textID = newTextID();
      await ada.addThought(textID, 'after the cut');
      await vi.waitFor(
        () =>
          expect(events).toContainEqual({
            type: 'changed',
            thought: expect.objectContaining({ textID }),
          }),
        PATIENCE,
      );
      expect(events.filter(({ type }) => type === 'result')).toHaveLength(1);
    });

    test('refuses a write in bounded time, and stores it once when it is sent again', async () => {
      const ada = await world.person('Ada');
      const textID = newTextID();
      await ada.page.context().setOffline(true);
      await expect(ada.addThought(textID, 'twice sent')).rejects.toMatchObject({
        code: 'unavailable',
      });
      await ada.page.context().setOffline(false);
      await ada.addThought(textID, 'twice sent');
      const events = watched(ada);
      await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ type: 'result' }), PATIENCE);
      const [result] = events.filter((event) => event.type === 'result');
      expect(result?.thoughts.filter((thought) => thought.textID === textID)).toHaveLength(1);
    });

    test('logs a listener that is refused, and takes it up again with back-off', async () => {
      const ada = await world.person('Ada');
      const logged: string[] = [];
      ada.page.on('console', (message) => logged.push(message.text()));
      world.standIn.refuseQueries(true);
      onTestFinished(() => world.standIn.refuseQueries(false));
      const events = watched(ada);
      await vi.waitFor(
        () => expect(events).toEqual([{ type: 'connection', live: false }]),
        PATIENCE,
      );
      expect(logged.join()).toContain('A live query was lost');
      world.standIn.refuseQueries(false);
      await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ type: 'result' }), PATIENCE);
      expect(events[1]).toEqual({ type: 'connection', live: true });
    });

    test('ends the listeners when another tab signs out, without an error', async () => {
      const ada = await world.person('Ada');
      const logged: string[] = [];
      ada.page.on('console', (message) => logged.push(message.text()));
      const events = watched(ada);
      await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ type: 'result' }), PATIENCE);
      const otherTab = await ada.openTab();
      const told: unknown[] = [];
      ada.onAuthState((user) => told.push(user));
      await otherTab.signOut();
      await vi.waitFor(() => expect(told.at(-1)).toBeNull(), PATIENCE);
      events.length = 0;
      // Long enough for a listener that goes on to be refused, and to come back for the next person.
      await ada.signInAs(googleAccount('Bob'));
      const next = watched(ada);
      await vi.waitFor(() => expect(next.at(-1)).toMatchObject({ type: 'result' }), PATIENCE);
      await ada.addThought(newTextID(), 'of the next person');
      await vi.waitFor(() => expect(next.at(-1)).toMatchObject({ type: 'changed' }), PATIENCE);
      expect(events).toEqual([]);
      expect(logged.join()).not.toContain('A live query was lost');
    });
  },
);

/** What the feed tells, as it is told. */
function watched(backend: RemoteBackend): LiveEvent[] {
  const events: LiveEvent[] = [];
  const live = backend.watch('feed', 50, (event) => events.push(event));
  onTestFinished(() => live.close());
  return events;
}
