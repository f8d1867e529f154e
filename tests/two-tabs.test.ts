// @vitest-environment jsdom
import * as fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { Problem } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import type { Backend, Mark, Writes } from '#client/backend/backend.ts';
import { createMemoryBackend, createMemoryDatabase, passedBy } from './client/memory-backend.ts';
import { openBoard, type Board } from '#client/state/board.ts';
import type { CardView } from '#client/state/card-view.ts';
import { openPages, type OpenPages } from '#client/browser/open-pages.ts';
import { unsentOf, type Entry } from '#client/state/writing/entry.ts';
import { NEW } from '#client/state/writing/kind.ts';
import { openLedger } from '#client/state/writing/ledger.ts';
import { installLocks, locksAnswered, openBrowser } from '#tests/client/browser.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { untilAborted } from '#tests/server/gate.ts';

installLocks();
beforeEach(() => {
  vi.useFakeTimers();
  for (const level of ['info', 'error', 'log'] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
});

/** The fate of a request, which may get lost or arrive again much later, and of its answer, which may not come. */
const FATES = ['answered', 'not sent', 'answer lost', 'silence', 'copied'] as const;
type Fate = (typeof FATES)[number];

/** Milliseconds, more than most steps take, after which a list shows a write that was carried out. */
const LATE_MS = 20;
/** Milliseconds after which a copy of a request arrives, when other writes have followed it. */
const COPY_MS = 30_000;

const ACTIONS = [
  'type',
  'leave',
  'cancel',
  'put back',
  'add',
  'edit',
  'delete',
  'reopen',
  'wait',
] as const;
const IN_CARD = ['type in card', 'save card', 'leave card'] as const;
const ELSEWHERE = ['edit elsewhere', 'delete elsewhere'] as const;

type Action = (typeof ACTIONS)[number] | (typeof IN_CARD)[number] | (typeof ELSEWHERE)[number];

interface Step {
  action: Action;
  tab: number;
  /** The index of a thought, or how long to wait. */
  pick: number;
  fates: Fate[];
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom<Action[]>(...ACTIONS, 'add', 'edit', 'edit', ...IN_CARD, ...ELSEWHERE),
  tab: fc.nat(1),
  pick: fc.nat(4),
  fates: fc.array(fc.constantFrom<Fate[]>(...FATES), { maxLength: 2 }),
});

test('whatever two tabs write, and however answers get lost, nothing is lost, and nothing there twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 50, size: 'max' }),
      async (steps) => {
        const world = await openWorld();
        for (const one of steps) await world.take(one);
        await world.settle();
        expect(world.faults()).toEqual([]);
        world.close();
      },
    ),
    // Every run of `npm test` draws the same hundred sequences: a failure is due to a change, not to luck.
    {
      numRuns: Number(process.env['RUNS'] ?? 100),
      endOnFailure: process.env['SEED'] !== undefined,
      seed: Number(process.env['SEED'] ?? 20_261_125),
    },
  );
}, 600_000);

interface Tab {
  board: Board;
  page: EventTarget;
  pages: OpenPages;
}

/** One person with two tabs of a browser, over a database that another device changes, too. */
async function openWorld() {
  const database = createMemoryDatabase();
  const memory = createMemoryBackend(database, SAMPLE_USER);
  await memory.signIn();
  const fates: Fate[] = [];
  const backend: Backend = {
    ...memory,
    ...unreliable(memory, () => fates.shift() ?? 'answered'),
    // Lists arrive late, but in order.
    watch: (name, size, listener) => {
      let passed = -1;
      const query = memory.watch(name, size, {
        ...listener,
        onWindow: (window) => void setTimeout(() => listener.onWindow(window), LATE_MS),
        onProgress: () => {
          const reached = Number(database.mark());
          setTimeout(() => {
            passed = reached;
            listener.onProgress();
          }, LATE_MS);
        },
      });
      return { ...query, hasPassed: passedBy(database, () => passed) };
    },
  };
  const items = new Map<string, string>();
  const openStorage = openBrowser(items);
  const openTab = (): Tab => {
    const page = new EventTarget();
    const pages = openPages(page);
    const browser = { lasting: openStorage(), tab: openBrowser()(), pages };
    return { page, pages, board: openBoard(backend, SAMPLE_USER, browser) };
  };
  /** A third tab, in which nobody writes. */
  const onlooker = openLedger(openStorage(), openPages(), SAMPLE_USER);
  /** The typed texts that nobody's page keeps from it. */
  const waiting = () => {
    const { open, waiting: left } = onlooker.state.get();
    return [...open.values(), ...left];
  };
  const typedIn = ({ pages }: Tab): Entry[] =>
    [...items.values()]
      .map((item): Entry => JSON.parse(item))
      .filter(
        ({ state, page }) => state === 'typed' && (page === pages.own() || pages.isGone(page)),
      );
  const tabs = [openTab(), openTab()];
  /** Each text that was typed, and whether its writer has since replaced it. */
  const typed = new Map<string, 'theirs' | 'replaced'>();
  const stored = new Set<string>();
  const deleted = new Set<string>();
  /** What stood on a card when a text was typed over it. */
  const seen = new Map<string, string>();
  const current = new Map<string, string>();
  const overwritten: string[] = [];
  database.subscribe(({ thought: { textID, text } }) => {
    const before = current.get(textID) ?? text;
    const mayGo = before === text || before === seen.get(text) || typed.get(before) === 'replaced';
    if (seen.has(text) && !mayGo) overwritten.push(`${before} by ${text}`);
    current.set(textID, text);
    stored.add(text);
  });
  const replace = (text: string): void => void (typed.has(text) && typed.set(text, 'replaced'));
  const newText = (): string => {
    const text = `text ${typed.size}`;
    typed.set(text, 'theirs');
    return text;
  };

  /** Presses Edit; returns the field's text. Text typed over another version than the present one is given up. */
  const openCard = (tab: Tab, thought: Thought): string => {
    const { board } = tab;
    const isOpen = openCardIn(board)?.thought.textID === thought.textID;
    for (const { place, base, text } of isOpen ? [] : typedIn(tab)) {
      if (place === thought.textID && base && base.text !== thought.text) replace(text);
    }
    board.cardActions.edit(thought);
    const cards = board.feed.cards.get();
    return cards.find((card) => card.thought.textID === thought.textID)?.typed ?? '';
  };
  const typeIn = (tab: Tab, thought: Thought): void => {
    replace(openCard(tab, thought));
    // A text typed over one that is not accepted yet replaces that, too.
    replace(thought.text);
    const text = newText();
    seen.set(text, thought.text);
    tab.board.cardActions.type(thought, text);
  };

  const acts: Record<Action, (tab: Tab, pick: number) => void> = {
    type: ({ board: { draft } }) => {
      draft.open();
      replace(draft.text());
      draft.type(newText());
    },
    leave: ({ board }) => board.draft.leave(),
    cancel: ({ board: { draft } }) => {
      replace(draft.text());
      draft.cancel();
    },
    'put back': ({ board: { draft } }) => {
      draft.open();
      const offered = draft.offered();
      if (offered !== undefined) draft.putBack(offered);
    },
    add: ({ board: { draft } }) => draft.add(draft.text() || newText()),
    edit: (tab, pick) => {
      const thought = shownIn(tab, pick);
      if (!thought) return;
      typeIn(tab, thought);
      tab.board.cardActions.save(thought);
    },
    'type in card': (tab, pick) => {
      const thought = shownIn(tab, pick);
      if (thought) typeIn(tab, thought);
    },
    'save card': ({ board }) => {
      const card = openCardIn(board);
      if (!card) return;
      // A refused text comes back over what stands on the card now, and replaces it.
      if (card.base === card.thought.text) {
        seen.set(card.typed, card.thought.text);
        if (card.typed !== card.thought.text) replace(card.thought.text);
      }
      board.cardActions.save(card.thought);
    },
    'leave card': ({ board }) => {
      const card = openCardIn(board);
      if (!card) return;
      replace(card.typed);
      board.cardActions.cancel(card.thought);
    },
    delete: (tab, pick) => {
      const thought = shownIn(tab, pick);
      if (!thought) return;
      replace(thought.text);
      // What either tab has saved for it goes with it.
      for (const { place, text } of unsentOf(onlooker.state.get().sent)) {
        if (place === thought.textID) replace(text);
      }
      deleted.add(thought.textID);
      tab.board.cardActions.remove(thought);
    },
    reopen: (tab) => {
      tab.board.close();
      tab.page.dispatchEvent(new Event('pagehide'));
      Object.assign(tab, openTab());
    },
    wait: () => {},
    'edit elsewhere': (_tab, pick) => {
      const thought = database.newest(10)[pick];
      if (thought)
        database.put({
          ...thought,
          text: `elsewhere ${stored.size}`,
          version: thought.version + 1,
        });
    },
    'delete elsewhere': (_tab, pick) => {
      const thought = database.newest(10)[pick];
      if (thought) database.remove(thought.textID, thought.uID);
    },
  };

  return {
    take: async ({ action, tab, pick, fates: next }: Step) => {
      fates.push(...next);
      const used = tabs[tab];
      if (used) acts[action](used, pick);
      // Texts of a page that is gone are offered in the next one.
      if (action === 'reopen') await locksAnswered();
      // Nobody writes in two tabs within one millisecond, and the time tells writes apart.
      await vi.advanceTimersByTimeAsync(action === 'wait' ? pick * 5_000 : 1 + pick);
    },
    settle: async () => {
      fates.length = 0;
      for (const tab of tabs) acts.leave(tab, 0);
      await vi.advanceTimersByTimeAsync(600_000);
      // Text typed in open cards waits, too, once its page is gone.
      for (const { page } of tabs) page.dispatchEvent(new Event('pagehide'));
      await locksAnswered();
      await vi.advanceTimersByTimeAsync(LATE_MS);
    },
    faults: () => {
      const rows = database.newest(1_000).map(({ text }) => text);
      const kept = waiting().map(({ text }) => text);
      // A text that waits in a card whose thought is gone is offered nowhere.
      const offered = waiting()
        .filter(({ place }) => place === NEW || database.get(place))
        .map(({ text }) => text);
      const lost = [...typed].filter(
        ([text, state]) => state === 'theirs' && !stored.has(text) && !offered.includes(text),
      );
      const twice = [rows, kept].filter((texts) => new Set(texts).size < texts.length);
      const back = database.newest(1_000).filter(({ textID }) => deleted.has(textID));
      const otherwise = tabs
        .map(({ board }) => board.feed.cards.get())
        .filter((list) => textsOf(list) !== rows.join() || list.some(({ isUnsent }) => isUnsent));
      return [
        ...lost.map(([text]) => `lost: ${text}`),
        ...overwritten.map((texts) => `overwritten unseen: ${texts}`),
        ...twice.map((texts) => `twice: ${texts.join()}`),
        ...back.map(({ text }) => `deleted and there again: ${text}`),
        ...otherwise.map((list) => `shown: ${textsOf(list)} for ${rows.join()}`),
      ];
    },
    close: () => {
      tabs.forEach(({ board }) => board.close());
      onlooker.close();
    },
  };
}

function textsOf(cards: readonly CardView[]): string {
  return cards.map(({ thought }) => thought.text).join();
}

function openCardIn({ feed }: Board): CardView | undefined {
  return feed.cards.get().find(({ mode }) => mode === 'editing');
}

/** The thought at an index of a tab's list, from the oldest on. */
function shownIn({ board }: Tab, pick: number): Thought | undefined {
  return board.feed.cards.get().at(-1 - pick)?.thought;
}

/** Writes that each meet the next fate drawn. */
function unreliable(writes: Writes, draw: () => Fate): Writes {
  const meet = async (
    signal: AbortSignal,
    write: (signal: AbortSignal) => Promise<Mark>,
  ): Promise<Mark> => {
    const fate = draw();
    if (fate === 'not sent') throw new Problem('unavailable');
    const mark = await write(signal);
    // The copy arrives although its sender aborts the write.
    if (fate === 'copied') setTimeout(() => write(NEVER).catch(() => {}), COPY_MS);
    if (fate === 'answer lost') throw new Problem('unavailable');
    if (fate === 'silence') await untilAborted(signal);
    return mark;
  };
  return {
    addThought: (thought, signal) => meet(signal, (by) => writes.addThought(thought, by)),
    editThought: (edit, signal) => meet(signal, (by) => writes.editThought(edit, by)),
    deleteThought: (textID, signal) => meet(signal, (by) => writes.deleteThought(textID, by)),
  };
}
