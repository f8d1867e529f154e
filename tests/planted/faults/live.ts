import type { Fault } from '#tests/planted/fault.ts';

export const LIVE: readonly Fault[] = [
  {
    name: 'an older version takes the place of a newer one',
    file: 'src/client/backend/http/live-window.ts',
    search: 'thought.version < known.version',
    replace: 'thought.version < 0',
    promise: 4,
    seenBy:
      'node src/client/backend/http/live-window.test.ts: of two versions the higher stays, whichever comes last',
  },
  {
    name: 'a removal during a reading is lost',
    file: 'src/client/backend/http/live-window.ts',
    search: 'for (const change of this.#meanwhile) this.#merge(change);',
    replace:
      "for (const change of this.#meanwhile) if (change.type === 'changed') this.#merge(change);",
    promise: 4,
    seenBy:
      'node src/client/backend/http/live-window.test.ts: a removal that arrives while its thought is being read stays a removal',
  },
  {
    name: 'the last thought of a page is dropped',
    file: 'src/client/backend/http/live-window.ts',
    search: 'this.#list = thoughts.map(',
    replace: 'this.#list = thoughts.slice(0, more ? -1 : undefined).map(',
    promise: 4,
    seenBy:
      'node src/client/backend/http/live-window.test.ts: shows its first page before it reads down to where the reader was',
  },
  {
    name: 'changes before the first page are lost',
    file: 'src/client/backend/http/live-window.ts',
    search: 'if (this.#reading !== null) this.#meanwhile.push(...changes);',
    replace: 'if (this.#isLoaded) this.#meanwhile.push(...changes);',
    promise: 4,
    seenBy:
      'node src/client/backend/http/live-window.test.ts: keeps what arrives before its first page',
  },
  {
    name: 'a gap in the stream is passed over',
    file: 'src/client/backend/http/change-source.ts',
    search: 'if (!resumed) this.#skipTo(position);\n        this',
    replace: 'this',
    promise: 4,
    seenBy:
      'node src/client/backend/http/change-source.test.ts: are a gap when the stream does not go on from the position',
  },
  {
    name: 'a visible tab without a stream asks as seldom as a hidden one',
    file: 'src/client/backend/http/change-source.ts',
    search: 'this.#browser.isVisible() ? VISIBLE_POLL_MS : HIDDEN_POLL_MS',
    replace: 'HIDDEN_POLL_MS',
    promise: 1,
    seenBy:
      'node src/client/backend/http/change-source.test.ts: are asked for where no stream gets through',
  },
  {
    name: 'the cloud stays filled while the stream is down',
    file: 'src/client/backend/http/change-source.ts',
    search: "this.#enter('polling');\n        if (refused)",
    replace: 'if (refused)',
    promise: 2,
    seenBy:
      'node src/client/backend/http/change-source.test.ts: go on from the last position after a failure',
  },
  {
    name: 'a silent stream is never given up',
    file: 'src/client/backend/http/event-stream.ts',
    search: 'timer = setTimeout(() => fail(false), STREAM_TIMEOUT_MS);',
    replace: '',
    promise: 1,
    seenBy:
      'node src/client/backend/http/change-source.test.ts: come over a new connection when the old one has died without a word',
  },
  {
    name: 'a computer that wakes keeps its dead stream',
    file: 'src/client/backend/http/event-stream.ts',
    search: 'source === null || Date.now() - lastSignAt > STALE_AFTER_MS',
    replace: 'source === null',
    promise: 1,
    seenBy:
      'node src/client/backend/http/change-source.test.ts: are streamed at once when it is shown, though the old stream looks open after a sleep',
  },
  {
    name: 'an empty result empties the list',
    file: 'src/client/live/live-query.ts',
    search: "thoughts.length === 0 && source === 'read'",
    replace: "thoughts.length === 0 && source !== 'read' && more",
    promise: 4,
    seenBy:
      'node src/client/live/live-query.test.ts: an empty result never replaces a list; it is only logged',
  },
  {
    name: 'pages of Firestore are joined without an order',
    file: 'src/client/backend/firebase/watch-thoughts.ts',
    search: '.toSorted(newestFirst)',
    replace: '',
    promise: 4,
    seenBy:
      'node src/client/backend/firebase/watch-thoughts.test.ts: puts overlapping pages in order, each thought once',
  },
  {
    name: 'an installed board opens with what it kept although its server answers',
    promise: 4,
    file: 'public/service-worker.js',
    search: 'const response = await fetch(event.request);',
    replace: 'const response = (await caches.match(key)) ?? (await fetch(event.request));',
    seenBy:
      'chromium tests/e2e/offline-start.spec.ts: is the one that the server has, wherever that answers',
  },
];
