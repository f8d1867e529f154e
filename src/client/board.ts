import * as v from 'valibot';
import { PAGE_SIZE } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import { newTextID } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend, LiveQueryName } from './backend/backend.ts';
import { createLiveQuery, type LiveQuery, type LiveState } from './live/live-query.ts';
import type { BrowserStorage } from './store/browser-storage.ts';
import { combine, type Store, type WritableStore } from './store/store.ts';
import { openEdits, type Edits } from './writing/edits.ts';
import { createKeptValue } from './store/persistent-store.ts';
import { openLedger } from './writing/ledger.ts';
import { createOutboxStorage } from './writing/outbox-storage.ts';
import { createOutbox, type Refusal } from './writing/outbox.ts';
import { overlay, type Entry } from './writing/optimistic.ts';

/** A list as a page shows it: what is stored, with what is on its way laid over it. */
export interface BoardList {
  entries: Store<readonly Entry[]>;
  state: Store<LiveState>;
  grow: () => void;
}

/** The reader's place in the feed: how much was loaded, and which card stood where. */
const ReadingPlace = v.object({ size: v.number(), textID: v.string(), top: v.number() });
export type ReadingPlace = v.InferOutput<typeof ReadingPlace>;

/** All that one signed-in person's pages work with; it lives until they sign out. */
export interface Board {
  user: User;
  feed: BoardList;
  /** The person's own thoughts; the query starts with the first call. */
  own: () => BoardList;
  draft: WritableStore<string | null>;
  edits: Edits;
  place: WritableStore<ReadingPlace | null>;
  add: (text: string) => void;
  edit: (textID: string, text: string) => void;
  remove: (textID: string) => void;
  signOut: () => Promise<void>;
  close: () => void;
}

/** What a browser keeps for a person: `lasting` for good, `tab` as long as the tab. */
export interface Storages {
  lasting: BrowserStorage;
  tab: BrowserStorage;
}

/** Opens the board for a person who has just become known as signed in. */
export function openBoard(backend: Backend, user: User, { lasting, tab }: Storages): Board {
  const key = (name: string): string => `thought-cloud:${name}:${user.uid}`;
  const draft = createKeptValue({ storage: lasting, key: key('draft') }, v.string());
  const edits = openEdits({ storage: tab, key: key('edits') });
  const place = createKeptValue({ storage: tab, key: key('place') }, ReadingPlace);

  const takeBack = ({ operation, text, reason }: Refusal): void => {
    // A thought that was deleted elsewhere takes its edit with it.
    const isGone = reason instanceof Problem && reason.code === 'not-found';
    if (text === null || isGone) return;
    if (operation.kind === 'edit') {
      edits.type(operation.textID, text);
      if (edits.state.get().open === null) edits.begin(operation.textID);
    } else {
      draft.set([draft.get(), text].filter(Boolean).join('\n'));
    }
  };
  const ledger = openLedger(createOutboxStorage(lasting, user.uid));
  const outbox = createOutbox(backend, ledger, takeBack);

  const queries: LiveQuery[] = [];
  const settle = (): void => ledger.settle(queries.map(({ state }) => state.get().thoughts));
  const openList = (name: LiveQueryName, size: number) => {
    const query = createLiveQuery((onEvent) => backend.watch(name, size, onEvent));
    queries.push(query);
    query.state.subscribe(settle);
    const entries = combine(query.state, ledger.pending, ({ thoughts }, pending) =>
      overlay(thoughts, pending, user),
    );
    return { ...query, entries };
  };
  const feed = openList('feed', Math.max(PAGE_SIZE, place.get()?.size ?? 0));
  let own: BoardList | undefined;

  let wasLive = false;
  feed.state.subscribe(() => {
    const { isLive } = feed.state.get();
    if (isLive && !wasLive) outbox.resend();
    wasLive = isLive;
  });

  return {
    user,
    feed,
    own: () => (own ??= openList('own', PAGE_SIZE)),
    draft,
    edits,
    place,
    add: (text) => outbox.send({ kind: 'add', textID: newTextID(), text, at: Date.now() }),
    edit: (textID, text) => outbox.send({ kind: 'edit', textID, text, at: Date.now() }),
    remove: (textID) => outbox.send({ kind: 'delete', textID, at: Date.now() }),
    signOut: backend.signOut,
    close: () => {
      for (const part of [...queries, outbox, ledger, draft, edits, place]) part.close();
    },
  };
}
