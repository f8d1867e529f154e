import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { Problem, problemCodeOf, type ProblemCode } from '#shared/problem.ts';
import { newId } from '#shared/id.ts';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Authored, Backend, LiveQueryName, Mark, ThoughtWindow, Writes } from './backend.ts';

/** A world with one empty board, as one adapter reaches it. */
export interface World {
  /** A fresh browser in which nobody is signed in. */
  visitor: () => Promise<Backend>;
  /** A fresh browser in which the person of that name has signed in with Google, open until `close`. */
  person: (name: string) => Promise<Backend>;
  close: () => Promise<void>;
}

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
    const browsers = new Map<string, Promise<Backend>>();
    /** The browser of a person, one for all tests but those that sign out. */
    const browserOf = (person: string): Promise<Backend> => {
      const browser = browsers.get(person) ?? world.person(person);
      browsers.set(person, browser);
      return browser;
    };

    describe('who is signed in', () => {
      test('a visitor is signed out', async () => {
        expect(await nextUser(await world.visitor())).toBeNull();
      });

      test('a signed-in person has every field of the account', async () => {
        const user = await nextUser(await browserOf('Ada'));
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

      test('signing out changes the auth state, and closes the board', async () => {
        const ada = await world.person('Ada');
        const received: (string | null)[] = [];
        ada.onAuthState((user) => received.push(user?.displayName ?? null));
        await vi.waitFor(() => expect(received).toEqual(['Ada']));
        await ada.signOut(await uidOf(ada));
        await vi.waitFor(() => expect(received).toEqual(['Ada', null]));
        expect(await refusalOf(add(ada, newId(), 'too late'))).toBe('signed-out');
      });
    });

    describe('adding', () => {
      test('stores the five fields, the author from the session, the time from the server', async () => {
        const ada = await browserOf('Ada');
        const author = await nextUser(ada);
        const textID = newId();
        await add(ada, textID, 'first\nsecond line');
        const feed = await watch(ada, 'feed');
        await vi.waitFor(() =>
          expect(feed.find(textID)).toEqual({
            textID,
            uID: author?.uid,
            uName: 'Ada',
            text: 'first\nsecond line',
            createdAt: { seconds: expect.any(Number), nanoseconds: expect.any(Number) },
            uProfile: author?.photoURL,
            version: 1,
          }),
        );
      });

      test('a repeat under the same id with the same text succeeds and makes no copy', async () => {
        const ada = await browserOf('Ada');
        const textID = newId();
        await add(ada, textID, 'once');
        await add(ada, textID, 'once');
        const feed = await watch(ada, 'feed');
        await vi.waitFor(() => expect(feed.ids().filter((id) => id === textID)).toHaveLength(1));
      });

      test('another text or another person under a used id is refused', async () => {
        const ada = await browserOf('Ada');
        const bob = await browserOf('Bob');
        const textID = newId();
        await add(ada, textID, 'mine');
        expect(await refusalOf(add(ada, textID, 'changed'))).toBe('conflict');
        expect(await refusalOf(add(bob, textID, 'mine'))).toBe('conflict');
      });
    });

    describe('editing', () => {
      test('changes the text and nothing else, even when it is repeated', async () => {
        const ada = await browserOf('Ada');
        const feed = await watch(ada, 'feed');
        const before = await added(ada, feed, 'before');
        for (let times = 0; times < 2; times += 1) await edit(ada, before, 'after');
        await vi.waitFor(() =>
          expect(feed.find(before.textID)).toEqual({
            ...before,
            text: 'after',
            version: expect.any(Number),
          }),
        );
      });

      test('is refused when the stored text is newer than its base', async () => {
        const ada = await browserOf('Ada');
        const feed = await watch(ada, 'feed');
        const first = await added(ada, feed, 'first');
        await edit(ada, first, 'newer');
        expect(await refusalOf(edit(ada, first, 'older'))).toBe('conflict');
        // Its version was foreseen, but by then it is another device's.
        const foreseen = { ...first, text: 'never stored', version: 2 };
        expect(await refusalOf(edit(ada, foreseen, 'older'))).toBe('conflict');
        await vi.waitFor(() => expect(feed.find(first.textID)?.text).toBe('newer'));
      });

      test("of another person's thought, or of a missing one, is refused", async () => {
        const ada = await browserOf('Ada');
        const bob = await browserOf('Bob');
        const theirs = await watch(bob, 'feed', { waitForResult: false });
        const mine = await added(ada, await watch(ada, 'feed', { waitForResult: false }), 'mine');
        expect(await refusalOf(edit(bob, mine, 'yours'))).toBe('not-found');
        const missing = { ...mine, textID: newId() };
        expect(await refusalOf(edit(ada, missing, 'yours'))).toBe('not-found');
        await vi.waitFor(() => expect(theirs.find(mine.textID)?.text).toBe('mine'));
      });
    });

    describe('deleting', () => {
      test('removes the thought, and a repeat succeeds', async () => {
        const ada = await browserOf('Ada');
        const feed = await watch(ada, 'feed');
        const { textID } = await added(ada, feed, 'short-lived');
        const bob = await browserOf('Bob');
        expect(await refusalOf(remove(bob, textID))).toBe('not-found');
        await remove(ada, textID);
        await vi.waitFor(() => expect(feed.find(textID)).toBeUndefined());
        await remove(ada, textID);
      });

      test('is final: a late copy of the add, or an edit, is refused as not found', async () => {
        const ada = await browserOf('Ada');
        const bob = await browserOf('Bob');
        const feed = await watch(ada, 'feed');
        const gone = await added(ada, feed, 'regretted');
        const { textID } = gone;
        await remove(ada, textID);
        expect(await refusalOf(add(ada, textID, 'regretted'))).toBe('not-found');
        expect(await refusalOf(add(bob, textID, 'a used id'))).toBe('conflict');
        expect(await refusalOf(edit(ada, gone, 'back'))).toBe('not-found');
        await added(ada, feed, 'later');
        expect(feed.find(textID)).toBeUndefined();
      });

      test('overtakes an add that arrives later', async () => {
        const ada = await browserOf('Ada');
        const feed = await watch(ada, 'feed', { waitForResult: false });
        const textID = newId();
        await remove(ada, textID);
        expect(await refusalOf(add(ada, textID, 'too late'))).toBe('not-found');
        await added(ada, feed, 'later');
        expect(feed.find(textID)).toBeUndefined();
      });
    });

    test("a write or a sign-out in another person's name is refused and changes nothing", async () => {
      const [ada, bob] = [await browserOf('Ada'), await browserOf('Bob')];
      const feed = await watch(bob, 'feed');
      const theirs = await added(bob, feed, 'before');
      const before = feed.texts();
      const inAdasName = { author: await uidOf(ada), textID: theirs.textID };
      const writes = [...oneOfEach(bob, inAdasName, NEVER), bob.signOut(inAdasName.author)];
      const refusals = await Promise.all(writes.map(refusalOf));
      expect(new Set(refusals)).toEqual(new Set(['signed-out']));
      const { textID } = await added(bob, feed, 'as themselves');
      expect([feed.find(textID)?.uName, feed.texts().slice(1)]).toEqual(['Bob', before]);
    });

    test('an aborted write rejects with the reason', async () => {
      const ada = await browserOf('Ada');
      const reason = new Problem('unavailable');
      const own = { author: await uidOf(ada), textID: newId() };
      for (const write of oneOfEach(ada, own, AbortSignal.abort(reason)))
        await expect(write).rejects.toBe(reason);
    });

    describe('live queries', () => {
      test("another person's add, edit and delete arrive by themselves, once the query is live", async () => {
        const ada = await browserOf('Ada');
        const bob = await browserOf('Bob');
        const feed = await watch(bob, 'feed');
        await vi.waitFor(() => expect(feed.isLive()).toBe(true));
        const textID = newId();
        await add(ada, textID, 'hello Bob');
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe('hello Bob'));
        await edit(ada, { textID, text: 'hello Bob', version: 1 }, 'hello again');
        await vi.waitFor(() => expect(feed.find(textID)?.text).toBe('hello again'));
        await remove(ada, textID);
        await vi.waitFor(() => expect(feed.find(textID)).toBeUndefined());
      });

      test('a list has passed a write of any page once it shows it, and no sooner', async () => {
        const ada = await browserOf('Ada');
        const textID = newId();
        const marks = [await add(ada, textID, 'first')];
        const lists = [await watch(ada, 'feed'), await watch(await browserOf('Bob'), 'feed')];
        const shows = async (text?: string): Promise<void> => {
          for (const list of lists) {
            await vi.waitFor(() => expect(marks.every(list.hasPassed)).toBe(true));
            expect(list.find(textID)?.text).toBe(text);
          }
        };
        await shows('first');
        marks.push(await edit(ada, { textID, text: 'first', version: 1 }, 'second'));
        await shows('second');
        marks.push(await remove(ada, textID));
        await shows();
      });

      test('the own list holds own thoughts only', async () => {
        const cleo = await browserOf('Cleo');
        const dan = await browserOf('Dan');
        const own = await watch(cleo, 'own', { waitForResult: false });
        const feed = await watch(cleo, 'feed');
        const theirs = newId();
        const mine = newId();
        await add(dan, theirs, 'from Dan');
        await add(cleo, mine, 'from Cleo');
        await vi.waitFor(() => {
          expect(feed.find(theirs)).toBeDefined();
          expect(own.ids()).toEqual([mine]);
        });
        await remove(cleo, mine);
        await vi.waitFor(() => expect(own.ids()).toEqual([]));
      });

      test('a closed query delivers nothing more, even if it is asked to grow', async () => {
        const [fay, gus] = [await browserOf('Fay'), await browserOf('Gus')];
        const ids = [newId(), newId(), newId()];
        for (const textID of ids) await add(fay, textID, 'old');
        const closed = await watch(fay, 'own', { size: 1 });
        const feed = await watch(gus, 'feed');
        closed.close();
        closed.grow();
        const delivered = closed.windows.length;
        for (let count = 0; count < 2; count += 1) {
          const { textID } = await added(fay, feed, 'new');
          expect(feed.find(textID)?.text).toBe('new');
        }
        expect(closed.windows.slice(delivered)).toEqual([]);
      });

      test('the window holds the newest thoughts, and grows until it holds all', async () => {
        const eve = await browserOf('Eve');
        const ids: string[] = [];
        for (let count = 0; count < 7; count += 1) {
          const textID = newId();
          ids.unshift(textID);
          await add(eve, textID, `thought ${count}`);
        }
        const own = await watch(eve, 'own', { size: 3 });
        await vi.waitFor(() => expect(own.ids()).toEqual(ids.slice(0, 3)));
        expect(own.more()).toBe(true);
        own.grow();
        await vi.waitFor(() => expect(own.ids()).toEqual(ids));
        expect(own.more()).toBe(false);
      });
    });
  });
}

/** Sends one of each write; the edit and the delete are of a thought with this id, and of the text `before`. */
export function oneOfEach(
  backend: Writes,
  { author, textID }: Authored & Pick<Thought, 'textID'>,
  ending: AbortSignal,
): Promise<Mark>[] {
  const base = { text: 'before', version: 1 };
  const writes: Record<keyof Writes, Promise<Mark>> = {
    addThought: backend.addThought({ author, textID: newId(), text: 'new' }, ending),
    editThought: backend.editThought({ author, textID, text: 'after', base }, ending),
    deleteThought: backend.deleteThought({ author, textID }, ending),
  };
  return Object.values(writes);
}

/** Writes that are all carried out by one function. */
export function writesBy(
  carryOut: (name: keyof Writes, given: unknown, ending: AbortSignal) => Promise<Mark>,
): Writes {
  const by = (name: keyof Writes) => (given: unknown, ending: AbortSignal) =>
    carryOut(name, given, ending);
  return {
    addThought: by('addThought'),
    editThought: by('editThought'),
    deleteThought: by('deleteThought'),
  };
}

type Stored = Pick<Thought, 'textID' | 'text' | 'version'>;
type Watched = Awaited<ReturnType<typeof watch>>;

/** Watches a query until the test has finished; returns what was delivered so far. */
export async function watch(
  backend: Backend,
  query: LiveQueryName,
  { size = 50, waitForResult = true } = {},
) {
  const windows: ThoughtWindow[] = [];
  let isLive = false;
  // A query may begin only once the signed-in person is known.
  await nextUser(backend);
  const live = backend.watch(query, size, {
    onWindow: (window) => {
      expect(window.thoughts).toEqual(window.thoughts.toSorted(newestFirst));
      windows.push(window);
    },
    onProgress: () => {},
    onLive: (next) => {
      isLive = next;
    },
  });
  onTestFinished(() => live.close());
  if (waitForResult) await vi.waitUntil(() => windows.length > 0);
  const thoughts = (): readonly Thought[] => windows.at(-1)?.thoughts ?? [];
  return {
    windows,
    ids: () => thoughts().map(({ textID }) => textID),
    texts: () => thoughts().map(({ text }) => text),
    find: (textID: string) => thoughts().find((thought) => thought.textID === textID),
    more: () => windows.at(-1)?.more ?? false,
    isLive: () => isLive,
    hasPassed: live.hasPassed,
    grow: live.grow,
    close: live.close,
  };
}

async function added(backend: Backend, feed: Watched, text: string): Promise<Thought> {
  const textID = newId();
  await add(backend, textID, text);
  return vi.waitUntil(() => feed.find(textID));
}

function nextUser(backend: Backend): Promise<User | null> {
  return new Promise((resolve) => {
    backend.onAuthState(resolve);
  });
}

/** The uid of the person who is signed in; after a sign-out, one that nobody has. */
export async function uidOf(backend: Backend): Promise<string> {
  return (await nextUser(backend))?.uid ?? 'nobody';
}

async function add(backend: Backend, textID: string, text: string): Promise<Mark> {
  return backend.addThought({ author: await uidOf(backend), textID, text }, NEVER);
}

/** Edits what stands in a thought. */
async function edit(backend: Backend, base: Stored, text: string): Promise<Mark> {
  const { textID } = base;
  return backend.editThought({ author: await uidOf(backend), textID, text, base }, NEVER);
}

async function remove(backend: Backend, textID: string): Promise<Mark> {
  return backend.deleteThought({ author: await uidOf(backend), textID }, NEVER);
}

/** The code with which a write is refused; undefined when it is not. */
function refusalOf(write: Promise<unknown>): Promise<ProblemCode | undefined> {
  return write.then(() => undefined, problemCodeOf);
}
