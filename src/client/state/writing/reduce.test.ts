import { expect, test } from 'vitest';
import { Problem } from '#shared/problem.ts';
import type { Entry } from './entry.ts';
import { NEW } from './kind.ts';
import { reduce, type Context, type WritingEvent } from './reduce.ts';

const CARD = 'card';
const OTHER_CARD = 'other card';
const BASE = { text: 'stored', version: 1 };
const NEWER = { text: 'newer', version: 2 };
const CONTEXT: Context = {
  uid: 'ada',
  page: 'here',
  gone: new Set(['gone']),
  now: 1_000_000,
  newID: 'new id',
};
const ENTRY: Entry = {
  id: 'id',
  rev: 7,
  uid: 'ada',
  kind: 'edit',
  place: CARD,
  text: 'text',
  base: BASE,
  state: 'typed',
  page: 'here',
  at: 1,
  isOpen: false,
};

/** The states of the table in reduce.ts, and what differs from them in some of its cells. */
const STATES = {
  open: { ...ENTRY, isOpen: true },
  'open, untouched': { ...ENTRY, isOpen: true, text: BASE.text },
  'open, refused': { ...ENTRY, isOpen: true, base: null },
  'open, of a page that is gone': { ...ENTRY, isOpen: true, page: 'gone' },
  'open in the dialog': { ...ENTRY, isOpen: true, place: NEW, base: null, kind: 'add' },
  waiting: ENTRY,
  'waiting in the dialog': { ...ENTRY, place: NEW, base: null, kind: 'add', text: 'next' },
  'waiting on a page that is gone': { ...ENTRY, page: 'gone' },
  'waiting on another page': { ...ENTRY, page: 'there' },
  'waiting, blank': { ...ENTRY, text: ' \n' },
  unsent: { ...ENTRY, state: 'unsent' },
  'unsent, an add': { ...ENTRY, state: 'unsent', kind: 'add', base: null },
  'unsent, a delete': { ...ENTRY, state: 'unsent', kind: 'delete', text: '', base: null },
  'unsent, blocked four times in three minutes': {
    ...ENTRY,
    state: 'unsent',
    blocked: { times: 4, since: CONTEXT.now - 180_000 },
  },
  'unsent, blocked four times just now': {
    ...ENTRY,
    state: 'unsent',
    blocked: { times: 4, since: CONTEXT.now - 100_000 },
  },
  'unsent, blocked once, three minutes ago': {
    ...ENTRY,
    state: 'unsent',
    blocked: { times: 1, since: CONTEXT.now - 180_000 },
  },
  'unsent of another page': { ...ENTRY, state: 'unsent', page: 'there' },
  acknowledged: { ...ENTRY, state: 'acknowledged', mark: 'e.1' },
} satisfies Record<string, Entry>;
type State = keyof typeof STATES;

/** What happens to one entry changes no other. */
const BYSTANDER: Entry = Object.freeze({
  ...ENTRY,
  id: 'bystander',
  place: 'a third card',
  state: 'unsent',
  blocked: { times: 4, since: 0 },
});

const { isOpen: _, ...STORED } = ENTRY;
const REASON = new Problem('conflict');

const EVENTS = {
  opened: { type: 'opened', place: CARD, base: BASE },
  'opened over something newer': { type: 'opened', place: CARD, base: NEWER },
  'opened elsewhere': { type: 'opened', place: OTHER_CARD, base: BASE },
  typed: { type: 'typed', place: CARD, base: BASE, text: 'next' },
  left: { type: 'left', place: CARD, base: NEWER },
  cancelled: { type: 'cancelled', place: CARD },
  'put back': { type: 'put back', text: 'next' },
  submitted: {
    type: 'submitted',
    place: CARD,
    write: { kind: 'edit', place: CARD, text: 'text', base: BASE },
  },
  overtaken: {
    type: 'submitted',
    place: CARD,
    write: { kind: 'delete', place: CARD, text: '', base: null },
  },
  acknowledged: { type: 'acknowledged', id: 'id', mark: 'e.2' },
  refused: { type: 'refused', id: 'id', reason: REASON },
  blocked: { type: 'blocked', id: 'id', reason: new Problem('unavailable') },
  removed: { type: 'removed', place: CARD },
  listed: { type: 'listed', ids: ['id'] },
  'stored, newer': {
    type: 'stored',
    changes: [{ ...STORED, rev: 8, text: 'theirs', page: 'there' }],
    erased: [],
  },
  'stored, as unsent': {
    type: 'stored',
    changes: [{ ...STORED, rev: 8, state: 'unsent' }],
    erased: [],
  },
  'stored, older': {
    type: 'stored',
    changes: [{ ...STORED, rev: 6, text: 'older' }],
    erased: [],
  },
  'stored, moved to the dialog': {
    type: 'stored',
    changes: [{ ...STORED, rev: 8, page: 'gone', place: NEW, base: null }],
    erased: [],
  },
  erased: { type: 'stored', changes: [], erased: ['id'] },
  'synced, missing': { type: 'synced', present: new Set(), changes: [], before: 'here' },
  'synced after the history': { type: 'synced', present: new Set(), changes: [], before: 'gone' },
  'synced after the history, all there': {
    type: 'synced',
    present: new Set(['id']),
    changes: [],
    before: 'gone',
  },
} satisfies Record<string, WritingEvent>;

const CELLS: readonly [keyof typeof EVENTS, State, ...becomes: string[]][] = [
  ['opened', 'open', 'open: text'],
  ['opened', 'waiting', 'open: text'],
  ['opened', 'waiting on a page that is gone', 'open: text'],
  ['opened', 'waiting on another page', 'typed: text', 'new, open: stored'],
  ['opened over something newer', 'waiting', 'new, open over newer: newer'],
  ['opened elsewhere', 'open', 'typed: text', 'new, open: stored'],
  ['opened elsewhere', 'open, untouched', 'new, open: stored'],
  ['typed', 'open', 'open: next'],
  ['typed', 'waiting', 'open: next'],
  ['typed', 'waiting on a page that is gone', 'open: next'],
  ['left', 'open', 'typed: text'],
  ['left', 'open, untouched'],
  ['left', 'open, refused', 'typed over newer: text'],
  ['left', 'waiting', 'typed: text'],
  ['cancelled', 'open'],
  ['cancelled', 'waiting', 'typed: text'],
  [
    'put back',
    'open in the dialog',
    'typed over anything in the dialog: text',
    'new, open over anything in the dialog: next',
  ],
  ['put back', 'waiting in the dialog', 'open over anything in the dialog: next'],
  ['submitted', 'open', 'unsent: text'],
  ['submitted', 'unsent', 'unsent: text', 'new, unsent: text'],
  ['overtaken', 'unsent', 'new, unsent over anything: '],
  ['overtaken', 'unsent of another page', 'new, unsent over anything: '],
  ['overtaken', 'acknowledged', 'acknowledged: text', 'new, unsent over anything: '],
  ['acknowledged', 'unsent', 'acknowledged: text'],
  ['acknowledged', 'waiting', 'typed: text'],
  ['refused', 'unsent', 'open over anything: text'],
  ['refused', 'unsent of another page', 'typed over anything: text'],
  ['refused', 'unsent, an add', 'typed over anything in the dialog: text'],
  ['refused', 'unsent, a delete'],
  ['refused', 'acknowledged', 'acknowledged: text'],
  ['blocked', 'unsent', 'unsent: text'],
  ['blocked', 'unsent, blocked four times just now', 'unsent: text'],
  ['blocked', 'unsent, blocked once, three minutes ago', 'unsent: text'],
  ['blocked', 'unsent, blocked four times in three minutes', 'open over anything: text'],
  ['blocked', 'acknowledged', 'acknowledged: text'],
  ['removed', 'open', 'typed over anything in the dialog: text'],
  ['removed', 'open, untouched'],
  ['removed', 'waiting', 'typed over anything in the dialog: text'],
  ['removed', 'waiting, blank'],
  ['removed', 'waiting on another page', 'typed: text'],
  ['removed', 'unsent', 'unsent: text'],
  ['listed', 'acknowledged'],
  ['stored, newer', 'open', 'typed: theirs', 'new, open: text'],
  ['stored, newer', 'open, of a page that is gone', 'typed: theirs'],
  ['stored, newer', 'waiting', 'typed: theirs'],
  [
    'stored, moved to the dialog',
    'open, of a page that is gone',
    'typed over anything in the dialog: text',
  ],
  ['stored, newer', 'unsent', 'typed: theirs'],
  ['stored, as unsent', 'open, untouched', 'unsent: text'],
  ['stored, older', 'waiting', 'typed: text'],
  ['erased', 'open'],
  ['erased', 'open in the dialog', 'new, open over anything in the dialog: '],
  ['erased', 'waiting'],
  ['erased', 'unsent'],
  ['erased', 'acknowledged', 'acknowledged: text'],
  ['synced, missing', 'open', 'open: text'],
  ['synced, missing', 'waiting', 'typed: text'],
  ['synced, missing', 'waiting on another page'],
  ['synced, missing', 'unsent', 'unsent: text'],
  ['synced, missing', 'unsent of another page'],
  ['synced, missing', 'acknowledged', 'acknowledged: text'],
  ['synced after the history', 'open, of a page that is gone'],
  ['synced after the history', 'open, untouched', 'open: stored'],
  ['synced after the history, all there', 'open, of a page that is gone', 'open: text'],
  ['synced after the history, all there', 'waiting on another page', 'typed: text'],
];

test.each(CELLS.map(([event, state, ...becomes]) => ({ event, state, becomes })))(
  '$state, $event: $becomes',
  ({ event, state, becomes }) => {
    const before = Object.freeze([BYSTANDER, Object.freeze(STATES[state])]);
    const [bystander, ...next] = reduce(before, CONTEXT, EVENTS[event]);
    expect(next.map(described)).toEqual(becomes);
    expect(bystander).toBe(BYSTANDER);
  },
);

test('each state has a cell, and each event', () => {
  expect(new Set(CELLS.map(([event]) => event))).toEqual(new Set(Object.keys(EVENTS)));
  expect(new Set(CELLS.map(([, state]) => state))).toEqual(new Set(Object.keys(STATES)));
});

test('two texts that two pages typed at once into one entry both stay', () => {
  const theirs = { ...STORED, text: 'theirs', page: 'there' };
  const next = reduce([STATES.open], CONTEXT, {
    type: 'stored',
    changes: [theirs],
    erased: [],
  });
  expect(next.map(({ id, text, page }) => [id, text, page])).toEqual([
    ['id', 'theirs', 'there'],
    ['new id', 'text', 'here'],
  ]);
});

test('an entry that is older in the storage is another object, so that it is written again', () => {
  const [known] = reduce([STATES.waiting], CONTEXT, EVENTS['stored, older']);
  expect(known).toEqual(STATES.waiting);
  expect(known).not.toBe(STATES.waiting);
});

test('what a page typed before the history had it is its own again, under its new name', () => {
  const entries = [STATES['waiting on a page that is gone'], STATES['waiting on another page']];
  const next = reduce(entries, CONTEXT, EVENTS['synced after the history, all there']);
  expect(next.map(({ page, rev }) => [page, rev])).toEqual([
    ['here', 8],
    ['there', 7],
  ]);
});

test('of an add whose thought is gone, what was written over it comes back', () => {
  const add = { ...STATES['unsent, an add'], text: BASE.text };
  const edit = { ...STATES.unsent, id: 'edit', at: 2 };
  const reason = new Problem('not-found');
  const next = reduce([add, edit], CONTEXT, { type: 'refused', id: 'id', reason });
  expect(next.map(({ id, place, state, text }) => [id, place, state, text])).toEqual([
    ['edit', NEW, 'typed', 'text'],
  ]);
});

test('a text that was given back, as something in between had refused it, has its five tries again', () => {
  const blocked = EVENTS.blocked;
  const back = reduce([STATES['unsent, blocked four times in three minutes']], CONTEXT, blocked);
  const sent = reduce(back, CONTEXT, EVENTS.submitted);
  expect(reduce(sent, CONTEXT, blocked)).toMatchObject([{ state: 'unsent', text: 'text' }]);
});

test('a text is submitted after what waits already, even when the clock was set back', () => {
  const late = { ...BYSTANDER, at: CONTEXT.now + 5000 };
  const next = reduce([late, STATES.open], CONTEXT, EVENTS.submitted);
  expect(next.map(({ at }) => at)).toEqual([late.at, late.at + 1]);
});

/** An entry as a cell says it. */
function described(entry: Entry): string {
  const { id, isOpen, state, base, place, text } = entry;
  return [
    id === 'id' ? '' : 'new, ',
    isOpen ? 'open' : state,
    base === null ? ' over anything' : '',
    base?.text === NEWER.text ? ' over newer' : '',
    place === NEW ? ' in the dialog' : '',
    `: ${text}`,
  ].join('');
}
