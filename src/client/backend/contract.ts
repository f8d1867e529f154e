import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { newestFirst, newTextID, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend, LiveEvent, LiveQueryName } from './backend.ts';

/** A world with one empty board, as one adapter reaches it. */
export interface World {
  /** A fresh browser in which nobody is signed in. */
  visitor: () => Promise<Backend>;
  /** A fresh browser in which the person of that name has signed in with Google. */
  person: (name: string) => Promise<Backend>;
  close: () => Promise<void>;
}

/** Generous, because machines are noisy; nothing here waits for it when all is well. */
const PATIENCE = { timeout: 10_000, interval: 20 };

/** States what every adapter of the port does. `open` makes a world with an empty board. */
export function describeBackend(name: string, open: () => Promise<World>): void {
  describe(`the port on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(async () => {
      await world.close();
    });

    describe('who is signed in', () => {
      test('a visitor is nobody', async () => {
        expect(await nextUser(await world.visitor())).toBeNull();
      });

      test('a person is told with every field of the account', async () => {
        const user = await nextUser(await world.person('Ada'));
        expect(user).toEqual({
          uid: expect.stringMatching(/^.{10,}$/u),
          displayName: 'Ada',
          photoURL: expect.stringMatching(/^(?:https?:\/)?\//u),
          email: expect.stringContaining('@'),
          metadata: {
            creationTime: expect.stringMatching(/GMT$/u),
            lastSignInTime: expect.stringMatching(/GMT$/u),
          },
        });
      });

      test('signing out is told, and closes the board', async () => {
        const ada = await world.person('Ada');
        const told: (string | null)[] = [];
        ada.onAuthState((user) => told.push(user?.displayName ?? null));
        await vi.waitFor(() => expect(told).toEqual(['Ada']), PATIENCE);
        await ada.signOut();
        await vi.waitFor(() => expect(told).toEqual(['Ada', null]), PATIENCE);
        await expect(ada.addThought(newTextID(), 'too late')).rejects.toMatchObject({
          code: 'signed-out',
        });
      });

      test('an unsubscribed listener hears no more', async () => {
        const ada = await world.person('Ada');
        const told: unknown[] = [];
        const unsubscribe = ada.onAuthState((user) => told.push(user));
        await vi.waitFor(() => expect(told).toHaveLength(1), PATIENCE);
        unsubscribe();
        await ada.signOut();
        expect(await nextUser(ada)).toBeNull();
        expect(told).toHaveLength(1);
      });
    });

    describe('adding', () => {
      test('stores the five fields, the author from the session, the time from the server', async () => {
        const ada = await world.person('Ada');
        const author = await nextUser(ada);
        const textID = newTextID();
        await ada.addThought(textID, 'first\nsecond line');
        const feed = await watch(ada, 'feed');
        await vi.waitFor(
          () =>
            expect(feed.find(textID)).toEqual({
              textID,
              uID: author?.uid,
              uName: 'Ada',
              text: 'first\nsecond line',
              createdAt: { seconds: expect.any(Number), nanoseconds: expect.any(Number) },
              uProfile: author?.photoURL,
            }),
          PATIENCE,
        );
      });

      test('a repeat under the same id with the same text succeeds and makes no copy', async () => {
        const ada = await world.person('Ada');
        const textID = newTextID();
        await ada.addThought(textID, 'once');
        await ada.addThought(textID, 'once');
        const feed = await watch(ada, 'feed');
        await vi.waitFor(() => expect(feed.count(textID)).toBe(1), PATIENCE);
      });

      test('another text or another person under a used id is refused', async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const textID = newTextID();
        await ada.addThought(textID, 'mine');
        await expect(ada.addThought(textID, 'changed')).rejects.toMatchObject({ code: 'conflict' });
        await expect(bob.addThought(textID, 'mine')).rejects.toMatchObject({ code: 'conflict' });
      });

      test.each([
        ['blank', ' \n\t ', 'text-blank'],
        ['empty', '', 'text-blank'],
        ['over the limit', 'x'.repeat(TEXT_LIMIT + 1), 'text-too-long'],
        ['over the limit in UTF-16 units', '😀'.repeat(TEXT_LIMIT / 2) + 'x', 'text-too-long'],
        ['cut inside a character', 'half \ud83d', 'text-malformed'],
      ])('a text that is %s is refused', async (_kind, text, code) => {
        const ada = await world.person('Ada');
        await expect(ada.addThought(newTextID(), text)).rejects.toMatchObject({ code });
      });

      test.each([
        ['plain characters', 'x'.repeat(TEXT_LIMIT)],
        ['two-unit characters', '😀'.repeat(TEXT_LIMIT / 2)],
      ])('a text of exactly the limit in %s is stored whole', async (_kind, text) => {
        const ada = await world.person('Ada');
        const textID = newTextID();
        await ada.addThought(textID, text);
        const feed = await watch(ada, 'feed');
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe(text), PATIENCE);
      });

      test('a visitor is refused', async () => {
        const visitor = await world.visitor();
        await expect(visitor.addThought(newTextID(), 'hello')).rejects.toMatchObject({
          code: 'signed-out',
        });
      });
    });

    describe('editing', () => {
      test('changes the text and nothing else', async () => {
        const ada = await world.person('Ada');
        const feed = await watch(ada, 'feed');
        const before = await added(ada, feed, 'before');
        await ada.editThought(before.textID, 'after');
        await vi.waitFor(
          () => expect(feed.find(before.textID)).toEqual({ ...before, text: 'after' }),
          PATIENCE,
        );
      });

      test("another person's thought, or one that is not there, is refused", async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const textID = newTextID();
        await ada.addThought(textID, 'mine');
        await expect(bob.editThought(textID, 'yours')).rejects.toMatchObject({ code: 'not-found' });
        await expect(ada.editThought(newTextID(), 'nothing')).rejects.toMatchObject({
          code: 'not-found',
        });
        const feed = await watch(bob, 'feed');
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe('mine'), PATIENCE);
      });

      test('a blank or over-long text is refused', async () => {
        const ada = await world.person('Ada');
        const textID = newTextID();
        await ada.addThought(textID, 'fine');
        await expect(ada.editThought(textID, '  ')).rejects.toMatchObject({ code: 'text-blank' });
        await expect(ada.editThought(textID, 'x'.repeat(TEXT_LIMIT + 1))).rejects.toMatchObject({
          code: 'text-too-long',
        });
      });
    });

    describe('deleting', () => {
      test('takes the thought away, and a repeat succeeds', async () => {
        const ada = await world.person('Ada');
        const feed = await watch(ada, 'feed');
        const { textID } = await added(ada, feed, 'short-lived');
        await ada.deleteThought(textID);
        await vi.waitFor(() => expect(feed.find(textID)).toBeUndefined(), PATIENCE);
        await ada.deleteThought(textID);
      });

      test("another person's thought is refused and stays", async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const textID = newTextID();
        await ada.addThought(textID, 'mine');
        await expect(bob.deleteThought(textID)).rejects.toMatchObject({ code: 'not-found' });
        const feed = await watch(bob, 'feed');
        await vi.waitFor(() => expect(feed.find(textID)).toBeDefined(), PATIENCE);
      });
    });

    describe('live queries', () => {
      test("another person's add, edit and delete arrive without asking", async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const feed = await watch(bob, 'feed');
        const textID = newTextID();
        await ada.addThought(textID, 'hello Bob');
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe('hello Bob'), PATIENCE);
        await ada.editThought(textID, 'hello again');
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe('hello again'), PATIENCE);
        await ada.deleteThought(textID);
        await vi.waitFor(() => expect(feed.find(textID)).toBeUndefined(), PATIENCE);
      });

      test('the own list holds the own thoughts alone', async () => {
        const cleo = await world.person('Cleo');
        const dan = await world.person('Dan');
        const own = await watch(cleo, 'own', { waitForResult: false });
        const feed = await watch(cleo, 'feed');
        const theirs = newTextID();
        const mine = newTextID();
        await dan.addThought(theirs, 'from Dan');
        await cleo.addThought(mine, 'from Cleo');
        await vi.waitFor(() => {
          expect(feed.find(theirs)).toBeDefined();
          expect(own.ids()).toEqual([mine]);
        }, PATIENCE);
        await cleo.deleteThought(mine);
        await vi.waitFor(() => expect(own.ids()).toEqual([]), PATIENCE);
      });

      test('the window holds the newest, and grows until all is seen', async () => {
        const eve = await world.person('Eve');
        const ids: string[] = [];
        for (let count = 0; count < 7; count += 1) {
          const textID = newTextID();
          ids.unshift(textID);
          await eve.addThought(textID, `thought ${count}`);
        }
        const own = await watch(eve, 'own', { size: 3 });
        await vi.waitFor(() => expect(own.ids()).toEqual(ids.slice(0, 3)), PATIENCE);
        expect(own.more()).toBe(true);
        own.grow();
        await vi.waitFor(() => expect(own.ids()).toEqual(ids), PATIENCE);
        expect(own.more()).toBe(false);
      });

      test('a new thought at the top does not take the one at the edge away for good', async () => {
        const fay = await world.person('Fay');
        const ids = [newTextID(), newTextID(), newTextID()];
        for (const textID of ids) await fay.addThought(textID, 'edge');
        const own = await watch(fay, 'own', { size: 2 });
        await vi.waitFor(() => expect(own.ids()).toEqual([ids[2], ids[1]]), PATIENCE);
        const newest = newTextID();
        await fay.addThought(newest, 'newest');
        await vi.waitFor(() => expect(own.ids()[0]).toBe(newest), PATIENCE);
        expect(own.removals()).toEqual([]);
      });

      test('a closed query tells no more', async () => {
        const ada = await world.person('Ada');
        const closed = await watch(ada, 'feed');
        const running = await watch(ada, 'feed');
        closed.close();
        const textID = newTextID();
        await ada.addThought(textID, 'unheard');
        await vi.waitFor(() => expect(running.find(textID)).toBeDefined(), PATIENCE);
        expect(closed.find(textID)).toBeUndefined();
      });
    });
  });
}

/** What one live query has told so far, merged as the events say. */
interface Watched {
  ids: () => string[];
  find: (textID: string) => Thought | undefined;
  count: (textID: string) => number;
  more: () => boolean;
  removals: () => string[];
  grow: () => void;
  close: () => void;
}

async function watch(
  backend: Backend,
  query: LiveQueryName,
  { size = 50, waitForResult = true } = {},
): Promise<Watched> {
  let thoughts: Thought[] = [];
  let more = false;
  let results = 0;
  const removals: string[] = [];
  const apply = (event: LiveEvent): void => {
    if (event.type === 'result') {
      results += 1;
      thoughts = [...event.thoughts];
      more = event.more;
    } else if (event.type === 'changed') {
      const others = thoughts.filter(({ textID }) => textID !== event.thought.textID);
      thoughts = [...others, event.thought].toSorted(newestFirst);
    } else if (event.type === 'removed') {
      removals.push(event.textID);
      thoughts = thoughts.filter(({ textID }) => textID !== event.textID);
    }
  };
  // A query may begin only once it is known who watches.
  await nextUser(backend);
  const live = backend.watch(query, size, apply);
  onTestFinished(() => live.close());
  await vi.waitUntil(() => results > 0 || !waitForResult, PATIENCE);
  return {
    ids: () => thoughts.map(({ textID }) => textID),
    find: (textID) => thoughts.find((thought) => thought.textID === textID),
    count: (textID) => thoughts.filter((thought) => thought.textID === textID).length,
    more: () => more,
    removals: () => removals,
    grow: () => live.grow(),
    close: () => live.close(),
  };
}

async function added(backend: Backend, feed: Watched, text: string): Promise<Thought> {
  const textID = newTextID();
  await backend.addThought(textID, text);
  return vi.waitUntil(() => feed.find(textID), PATIENCE);
}

function nextUser(backend: Backend): Promise<User | null> {
  return new Promise((resolve) => {
    const unsubscribe = backend.onAuthState((user) => {
      resolve(user);
      queueMicrotask(() => unsubscribe());
    });
  });
}
