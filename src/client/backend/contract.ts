import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import { newestFirst, newTextID, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend, LiveQueryName, ThoughtWindow } from './backend.ts';

/** A world with one empty board, as one adapter reaches it. */
export interface World {
  /** A fresh browser in which nobody is signed in. */
  visitor: () => Promise<Backend>;
  /** A fresh browser in which the person of that name has signed in with Google. */
  person: (name: string) => Promise<Backend>;
  close: () => Promise<void>;
}

/** Generous, because machines are noisy; nothing here waits for it when all is well. */
const WAIT_OPTIONS = { timeout: 10_000, interval: 20 };

/** For writes that nobody gives up. */
const { signal } = new AbortController();

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

      test('a person comes with every field of the account', async () => {
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

      test('signing out is an auth-state event, and closes the board', async () => {
        const ada = await world.person('Ada');
        const received: (string | null)[] = [];
        ada.onAuthState((user) => received.push(user?.displayName ?? null));
        await vi.waitFor(() => expect(received).toEqual(['Ada']), WAIT_OPTIONS);
        await ada.signOut(signal);
        await vi.waitFor(() => expect(received).toEqual(['Ada', null]), WAIT_OPTIONS);
        await expect(
          ada.addThought({ textID: newTextID(), text: 'too late' }, signal),
        ).rejects.toMatchObject({
          code: 'signed-out',
        });
      });

      test('a sign-out that is given up rejects with the reason', async () => {
        const ada = await world.person('Ada');
        const reason = new Problem('unavailable');
        await expect(ada.signOut(AbortSignal.abort(reason))).rejects.toBe(reason);
        expect(await nextUser(ada)).toMatchObject({ displayName: 'Ada' });
      });

      test('an unsubscribed listener receives no more', async () => {
        const ada = await world.person('Ada');
        const received: unknown[] = [];
        const unsubscribe = ada.onAuthState((user) => received.push(user));
        await vi.waitFor(() => expect(received).toHaveLength(1), WAIT_OPTIONS);
        unsubscribe();
        await ada.signOut(signal);
        expect(await nextUser(ada)).toBeNull();
        expect(received).toHaveLength(1);
      });
    });

    describe('adding', () => {
      test('stores the five fields, the author from the session, the time from the server', async () => {
        const ada = await world.person('Ada');
        const author = await nextUser(ada);
        const textID = newTextID();
        await ada.addThought({ textID, text: 'first\nsecond line' }, signal);
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
              version: 1,
            }),
          WAIT_OPTIONS,
        );
      });

      test('a repeat under the same id with the same text succeeds and makes no copy', async () => {
        const ada = await world.person('Ada');
        const textID = newTextID();
        await ada.addThought({ textID, text: 'once' }, signal);
        await ada.addThought({ textID, text: 'once' }, signal);
        const feed = await watch(ada, 'feed');
        await vi.waitFor(() => expect(feed.count(textID)).toBe(1), WAIT_OPTIONS);
      });

      test('another text or another person under a used id is refused', async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const textID = newTextID();
        await ada.addThought({ textID, text: 'mine' }, signal);
        await expect(ada.addThought({ textID, text: 'changed' }, signal)).rejects.toMatchObject({
          code: 'conflict',
        });
        await expect(bob.addThought({ textID, text: 'mine' }, signal)).rejects.toMatchObject({
          code: 'conflict',
        });
      });

      test.each([
        ['blank', ' \n\t ', 'text-blank'],
        ['empty', '', 'text-blank'],
        ['over the limit', 'x'.repeat(TEXT_LIMIT + 1), 'text-too-long'],
        ['over the limit in UTF-16 units', '😀'.repeat(TEXT_LIMIT / 2) + 'x', 'text-too-long'],
        ['cut inside a character', 'half \ud83d', 'text-malformed'],
      ])('a text that is %s is refused', async (_kind, text, code) => {
        const ada = await world.person('Ada');
        await expect(ada.addThought({ textID: newTextID(), text }, signal)).rejects.toMatchObject({
          code,
        });
      });

      test.each([
        ['plain characters', 'x'.repeat(TEXT_LIMIT)],
        ['two-unit characters', '😀'.repeat(TEXT_LIMIT / 2)],
      ])('a text of exactly the limit in %s is stored whole', async (_kind, text) => {
        const ada = await world.person('Ada');
        const textID = newTextID();
        await ada.addThought({ textID, text }, signal);
        const feed = await watch(ada, 'feed');
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe(text), WAIT_OPTIONS);
      });

      test('a visitor is refused', async () => {
        const visitor = await world.visitor();
        await expect(
          visitor.addThought({ textID: newTextID(), text: 'hello' }, signal),
        ).rejects.toMatchObject({
          code: 'signed-out',
        });
      });
    });

    describe('editing', () => {
      test('changes the text and nothing else', async () => {
        const ada = await world.person('Ada');
        const feed = await watch(ada, 'feed');
        const before = await added(ada, feed, 'before');
        await ada.editThought({ ...before, text: 'after', replaces: before }, signal);
        await vi.waitFor(
          () =>
            expect(feed.find(before.textID)).toEqual({
              ...before,
              text: 'after',
              version: expect.any(Number),
            }),
          WAIT_OPTIONS,
        );
      });

      test('a repeat of an edit succeeds', async () => {
        const ada = await world.person('Ada');
        const feed = await watch(ada, 'feed');
        const first = await added(ada, feed, 'first');
        const edit = { textID: first.textID, text: 'second', replaces: first };
        await ada.editThought(edit, signal);
        await ada.editThought(edit, signal);
        await vi.waitFor(() => expect(feed.find(first.textID)?.text).toBe('second'), WAIT_OPTIONS);
      });

      test('is refused where something newer stands than what it replaces', async () => {
        const ada = await world.person('Ada');
        const feed = await watch(ada, 'feed');
        const first = await added(ada, feed, 'first');
        const { textID } = first;
        await ada.editThought({ textID, text: 'newer', replaces: first }, signal);
        await expect(
          ada.editThought({ textID, text: 'older', replaces: first }, signal),
        ).rejects.toMatchObject({ code: 'conflict' });
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe('newer'), WAIT_OPTIONS);
      });

      test("another person's thought, or one that is not there, is refused", async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const theirs = await watch(bob, 'feed', { waitForResult: false });
        const mine = await added(ada, await watch(ada, 'feed', { waitForResult: false }), 'mine');
        const edit = { textID: mine.textID, text: 'yours', replaces: mine };
        await expect(bob.editThought(edit, signal)).rejects.toMatchObject({ code: 'not-found' });
        await expect(
          ada.editThought({ ...edit, textID: newTextID() }, signal),
        ).rejects.toMatchObject({ code: 'not-found' });
        await vi.waitFor(() => expect(theirs.find(mine.textID)?.text).toBe('mine'), WAIT_OPTIONS);
      });

      test('a blank or over-long text is refused', async () => {
        const ada = await world.person('Ada');
        const textID = newTextID();
        await ada.addThought({ textID, text: 'fine' }, signal);
        const replaces = { text: 'fine', version: 1 };
        await expect(
          ada.editThought({ textID, text: '  ', replaces }, signal),
        ).rejects.toMatchObject({ code: 'text-blank' });
        await expect(
          ada.editThought({ textID, text: 'x'.repeat(TEXT_LIMIT + 1), replaces }, signal),
        ).rejects.toMatchObject({ code: 'text-too-long' });
      });
    });

    describe('deleting', () => {
      test('takes the thought away, and a repeat succeeds', async () => {
        const ada = await world.person('Ada');
        const feed = await watch(ada, 'feed');
        const { textID } = await added(ada, feed, 'short-lived');
        await ada.deleteThought(textID, signal);
        await vi.waitFor(() => expect(feed.find(textID)).toBeUndefined(), WAIT_OPTIONS);
        await ada.deleteThought(textID, signal);
      });

      test("another person's thought is refused and stays", async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const textID = newTextID();
        await ada.addThought({ textID, text: 'mine' }, signal);
        await expect(bob.deleteThought(textID, signal)).rejects.toMatchObject({
          code: 'not-found',
        });
        const feed = await watch(bob, 'feed');
        await vi.waitFor(() => expect(feed.find(textID)).toBeDefined(), WAIT_OPTIONS);
      });

      test('is for good: a late copy of the add is refused as not there', async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const feed = await watch(ada, 'feed');
        const { textID } = await added(ada, feed, 'regretted');
        await ada.deleteThought(textID, signal);
        await expect(ada.addThought({ textID, text: 'regretted' }, signal)).rejects.toMatchObject({
          code: 'not-found',
        });
        await expect(bob.addThought({ textID, text: 'a used id' }, signal)).rejects.toMatchObject({
          code: 'conflict',
        });
        const later = await added(ada, feed, 'later');
        await vi.waitFor(() => expect(feed.find(later.textID)).toBeDefined(), WAIT_OPTIONS);
        expect(feed.find(textID)).toBeUndefined();
      });

      test('overtakes an add that arrives later', async () => {
        const ada = await world.person('Ada');
        const feed = await watch(ada, 'feed', { waitForResult: false });
        const textID = newTextID();
        await ada.deleteThought(textID, signal);
        await expect(ada.addThought({ textID, text: 'too late' }, signal)).rejects.toMatchObject({
          code: 'not-found',
        });
        await added(ada, feed, 'later');
        expect(feed.find(textID)).toBeUndefined();
      });

      test('an edit of what was deleted is refused as not there', async () => {
        const ada = await world.person('Ada');
        const feed = await watch(ada, 'feed', { waitForResult: false });
        const gone = await added(ada, feed, 'gone');
        await ada.deleteThought(gone.textID, signal);
        await expect(
          ada.editThought({ textID: gone.textID, text: 'back', replaces: gone }, signal),
        ).rejects.toMatchObject({ code: 'not-found' });
      });
    });

    test('a write that is given up rejects with the reason', async () => {
      const ada = await world.person('Ada');
      const reason = new Problem('unavailable');
      const aborted = AbortSignal.abort(reason);
      const textID = newTextID();
      const replaces = { text: 'yes', version: 1 };
      const writes = [
        ada.addThought({ textID, text: 'never mind' }, aborted),
        ada.editThought({ textID, text: 'no', replaces }, aborted),
        ada.deleteThought(textID, aborted),
      ];
      for (const write of writes) await expect(write).rejects.toBe(reason);
    });

    describe('live queries', () => {
      test("another person's add, edit and delete arrive without asking, once it is live", async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const feed = await watch(bob, 'feed');
        await vi.waitFor(() => expect(feed.isLive()).toBe(true), WAIT_OPTIONS);
        const textID = newTextID();
        await ada.addThought({ textID, text: 'hello Bob' }, signal);
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe('hello Bob'), WAIT_OPTIONS);
        const replaces = { text: 'hello Bob', version: 1 };
        await ada.editThought({ textID, text: 'hello again', replaces }, signal);
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe('hello again'), WAIT_OPTIONS);
        await ada.deleteThought(textID, signal);
        await vi.waitFor(() => expect(feed.find(textID)).toBeUndefined(), WAIT_OPTIONS);
      });

      test('the own list holds the own thoughts alone', async () => {
        const cleo = await world.person('Cleo');
        const dan = await world.person('Dan');
        const own = await watch(cleo, 'own', { waitForResult: false });
        const feed = await watch(cleo, 'feed');
        const theirs = newTextID();
        const mine = newTextID();
        await dan.addThought({ textID: theirs, text: 'from Dan' }, signal);
        await cleo.addThought({ textID: mine, text: 'from Cleo' }, signal);
        await vi.waitFor(() => {
          expect(feed.find(theirs)).toBeDefined();
          expect(own.ids()).toEqual([mine]);
        }, WAIT_OPTIONS);
        await cleo.deleteThought(mine, signal);
        await vi.waitFor(() => expect(own.ids()).toEqual([]), WAIT_OPTIONS);
      });

      test('the window holds the newest, and grows until all is seen', async () => {
        const eve = await world.person('Eve');
        const ids: string[] = [];
        for (let count = 0; count < 7; count += 1) {
          const textID = newTextID();
          ids.unshift(textID);
          await eve.addThought({ textID, text: `thought ${count}` }, signal);
        }
        const own = await watch(eve, 'own', { size: 3 });
        await vi.waitFor(() => expect(own.ids()).toEqual(ids.slice(0, 3)), WAIT_OPTIONS);
        expect(own.more()).toBe(true);
        own.grow();
        await vi.waitFor(() => expect(own.ids()).toEqual(ids), WAIT_OPTIONS);
        expect(own.more()).toBe(false);
      });

      test('a new thought at the top does not take the one at the edge away for good', async () => {
        const fay = await world.person('Fay');
        const ids = [newTextID(), newTextID(), newTextID()];
        for (const textID of ids) await fay.addThought({ textID, text: 'edge' }, signal);
        const own = await watch(fay, 'own', { size: 2 });
        await vi.waitFor(() => expect(own.ids()).toEqual([ids[2], ids[1]]), WAIT_OPTIONS);
        const newest = newTextID();
        await fay.addThought({ textID: newest, text: 'newest' }, signal);
        await vi.waitFor(
          () => expect(own.ids().slice(0, 3)).toEqual([newest, ids[2], ids[1]]),
          WAIT_OPTIONS,
        );
      });

      test('a thought that did not change stays the same object', async () => {
        const ada = await world.person('Ada');
        const bob = await world.person('Bob');
        const feed = await watch(bob, 'feed', { waitForResult: false });
        const watched = await watch(ada, 'feed', { waitForResult: false });
        const kept = await added(ada, watched, 'kept');
        const edited = await added(ada, watched, 'to be edited');
        const before = await vi.waitUntil(
          () => feed.find(edited.textID) && feed.find(kept.textID),
          WAIT_OPTIONS,
        );
        await ada.editThought({ ...edited, text: 'edited', replaces: edited }, signal);
        await vi.waitFor(() => expect(feed.find(edited.textID)?.text).toBe('edited'), WAIT_OPTIONS);
        expect(feed.find(kept.textID)).toBe(before);
      });

      test('says whether a result was read or documents changed', async () => {
        const gil = await world.person('Gil');
        const own = await watch(gil, 'own');
        expect(own.last()).toEqual({ thoughts: [], more: false, source: 'read' });
        const textID = newTextID();
        await gil.addThought({ textID, text: 'the only one' }, signal);
        await vi.waitFor(
          () => expect(own.last()).toMatchObject({ thoughts: [{ textID }], source: 'change' }),
          WAIT_OPTIONS,
        );
        await gil.deleteThought(textID, signal);
        await vi.waitFor(
          () => expect(own.last()).toEqual({ thoughts: [], more: false, source: 'change' }),
          WAIT_OPTIONS,
        );
      });

      test('a window that shrinks keeps the newest, and grows again', async () => {
        const hal = await world.person('Hal');
        const ids: string[] = [];
        for (let count = 0; count < 6; count += 1) {
          const textID = newTextID();
          ids.unshift(textID);
          await hal.addThought({ textID, text: `thought ${count}` }, signal);
        }
        const own = await watch(hal, 'own', { size: 6 });
        await vi.waitFor(() => expect(own.ids()).toEqual(ids), WAIT_OPTIONS);
        own.shrink(2);
        await vi.waitFor(() => expect(own.ids()).toEqual(ids.slice(0, 2)), WAIT_OPTIONS);
        expect(own.more()).toBe(true);
        own.grow();
        await vi.waitFor(() => expect(own.ids()).toEqual(ids), WAIT_OPTIONS);
      });

      test('a closed query delivers no more', async () => {
        const ada = await world.person('Ada');
        const closed = await watch(ada, 'feed');
        const running = await watch(ada, 'feed');
        closed.close();
        const textID = newTextID();
        await ada.addThought({ textID, text: 'unheard' }, signal);
        await vi.waitFor(() => expect(running.find(textID)).toBeDefined(), WAIT_OPTIONS);
        expect(closed.find(textID)).toBeUndefined();
      });
    });
  });
}

/** What one live query has delivered so far. */
interface Watched {
  last: () => ThoughtWindow | undefined;
  ids: () => string[];
  find: (textID: string) => Thought | undefined;
  count: (textID: string) => number;
  more: () => boolean;
  isLive: () => boolean;
  grow: () => void;
  shrink: (size: number) => void;
  close: () => void;
}

async function watch(
  backend: Backend,
  query: LiveQueryName,
  { size = 50, waitForResult = true } = {},
): Promise<Watched> {
  let last: ThoughtWindow | undefined;
  let isLive = false;
  // A query may begin only once it is known who watches.
  await nextUser(backend);
  const live = backend.watch(query, size, {
    onWindow: (window) => {
      expect(window.thoughts).toEqual(window.thoughts.toSorted(newestFirst));
      last = window;
    },
    onLive: (next) => {
      isLive = next;
    },
  });
  onTestFinished(() => live.close());
  if (waitForResult) await vi.waitUntil(() => last !== undefined, WAIT_OPTIONS);
  const thoughts = (): readonly Thought[] => last?.thoughts ?? [];
  return {
    last: () => last,
    ids: () => thoughts().map(({ textID }) => textID),
    find: (textID) => thoughts().find((thought) => thought.textID === textID),
    count: (textID) => thoughts().filter((thought) => thought.textID === textID).length,
    more: () => last?.more ?? false,
    isLive: () => isLive,
    grow: live.grow,
    shrink: live.shrink,
    close: live.close,
  };
}

async function added(backend: Backend, feed: Watched, text: string): Promise<Thought> {
  const textID = newTextID();
  await backend.addThought({ textID, text }, signal);
  return vi.waitUntil(() => feed.find(textID), WAIT_OPTIONS);
}

function nextUser(backend: Backend): Promise<User | null> {
  return new Promise((resolve) => {
    const unsubscribe = backend.onAuthState((user) => {
      resolve(user);
      queueMicrotask(() => unsubscribe());
    });
  });
}
