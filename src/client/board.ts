import * as v from 'valibot';
import { PAGE_SIZE } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import { newTextID } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend, LiveQueryName } from './backend/backend.ts';
import { createLiveQuery, type LiveState } from './live/live-query.ts';
import { combine, type Store, type WritableStore } from './store/store.ts';
import { createKeptValue } from './writing/kept-value.ts';
import { openLedger } from './writing/ledger.ts';
import { createOutboxStorage } from './writing/outbox-storage.ts';
import { createOutbox, type Refusal } from './writing/outbox.ts';
import { overlay, type Entry } from './writing/overlay.ts';

/** A list as a page shows it: what is stored, with what is on its way laid over it. */
export interface BoardList {
  entries: Store<readonly Entry[]>;
  state: Store<LiveState>;
  grow: () => void;
}

/** The one card in edit mode, and its text as typed so far. */
const Editing = v.object({ textID: v.string(), text: v.string() });
export type Editing = v.InferOutput<typeof Editing>;

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
  editing: WritableStore<Editing | null>;
  place: WritableStore<ReadingPlace | null>;
  add: (text: string) => void;
  edit: (textID: string, text: string) => void;
  remove: (textID: string) => void;
  signOut: () => Promise<void>;
  close: () => void;
}

/** What a browser keeps for a person: `lasting` for good, `tab` as long as the tab. */
export interface Storages {
  lasting: Storage;
  tab: Storage;
}

/** Opens the board for a person who has just become known as signed in. */
export function openBoard(backend: Backend, user: User, { lasting, tab }: Storages): Board {
  const key = (name: string): string => `thought-cloud:${name}:${user.uid}`;
  const draft = createKeptValue({ storage: lasting, key: key('draft') }, v.string());
  const editing = createKeptValue({ storage: tab, key: key('editing') }, Editing);
  const place = createKeptValue({ storage: tab, key: key('place') }, ReadingPlace);

  const takeBack = ({ operation, text, reason }: Refusal): void => {
    // A thought that was deleted elsewhere takes its edit with it.
    const isGone = reason instanceof Problem && reason.code === 'not-found';
    if (text === null || isGone) return;
    if (operation.kind === 'edit' && editing.get() === null) {
      editing.set({ textID: operation.textID, text });
    } else {
      draft.set([draft.get(), text].filter(Boolean).join('\n'));
    }
  };
  const ledger = openLedger(createOutboxStorage(lasting, user.uid));
  const outbox = createOutbox(backend, ledger, takeBack);

  const openList = (name: LiveQueryName, size: number) => {
    const query = createLiveQuery((onEvent) => backend.watch(name, size, onEvent));
    const entries = combine(query.state, ledger.pending, ({ thoughts }, pending) =>
      overlay(thoughts, pending, user),
    );
    return { ...query, entries };
  };
  const feed = openList('feed', Math.max(PAGE_SIZE, place.get()?.size ?? 0));
  let own: ReturnType<typeof openList> | undefined;

  let wasLive = false;
  const stopSettling = feed.state.subscribe(() => {
    const { thoughts, isLive } = feed.state.get();
    ledger.settle(thoughts);
    if (isLive && !wasLive) outbox.resend();
    wasLive = isLive;
  });

  return {
    user,
    feed,
    own: () => (own ??= openList('own', PAGE_SIZE)),
    draft,
    editing,
    place,
    add: (text) => outbox.send({ kind: 'add', textID: newTextID(), text, at: Date.now() }),
    edit: (textID, text) => outbox.send({ kind: 'edit', textID, text, at: Date.now() }),
    remove: (textID) => outbox.send({ kind: 'delete', textID, at: Date.now() }),
    signOut: backend.signOut,
    close: () => {
      stopSettling();
      outbox.close();
      ledger.close();
      feed.close();
      own?.close();
      for (const kept of [draft, editing, place]) kept.close();
    },
  };
}
