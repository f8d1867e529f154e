import type { Fault } from '#tests/planted/fault.ts';

export const LOST_TEXTS: readonly Fault[] = [
  {
    name: 'Esc throws a draft away',
    file: 'src/client/pages/composer.tsx',
    search: 'draft.leave, [draft]',
    replace: 'draft.cancel, [draft]',
    promise: 8,
    seenBy:
      'dom src/client/pages/feed-page.test.tsx: keeps the draft of who leaves it without Add or Cancel',
  },
  {
    name: 'a full storage forgets what is typed',
    file: 'src/client/store/browser-storage.ts',
    search: '=== null) keepOnPage(key, value);',
    replace: '=== null) return;',
    promise: 8,
    seenBy:
      'node src/client/store/browser-storage.test.ts: loses nothing as long as the page lives',
  },
  {
    name: 'the next person of a browser sees the drafts',
    file: 'src/client/store/storage-keys.ts',
    search: '`thought-cloud:text:${uid}:`',
    replace: "'thought-cloud:text:' + uid.slice(0, 0)",
    promise: 8,
    seenBy: "node src/client/writing/texts.test.ts: is its writer's alone",
  },
  {
    name: 'an expired session loses what was being sent',
    file: 'src/client/writing/sender.ts',
    search: "if (problemCodeOf(error) === 'signed-out') return false;",
    replace:
      "if (problemCodeOf(error) === 'signed-out') return queue.discard(operation.textID).length < 0;",
    promise: 8,
    seenBy:
      'node src/client/writing/sender.test.ts: keeps what meets an ended session for when its person is back',
  },
  {
    name: 'an edit of a thought that was deleted is lost when refused',
    file: 'src/client/writing/operations/edit.ts',
    search: '(isGone ? NEW : textID)',
    replace: '(isGone ? null : textID)',
    promise: 9,
    seenBy:
      'dom src/client/pages/feed-page.test.tsx: the text of an edit whose thought is gone waits for the add dialog',
  },
  {
    name: 'a refused edit that met a newer text is lost',
    file: 'src/client/writing/sender.ts',
    search: 'if (place !== null) onReturned(',
    replace: "if (place !== null && problemCodeOf(error) !== 'conflict') onReturned(",
    promise: 10,
    seenBy:
      'dom src/client/pages/feed-page.test.tsx: an edit over something newer comes back to its writer over the current text',
  },
  {
    name: 'a refused add gives back what was typed first',
    file: 'src/client/writing/sender.ts',
    search: "findLast((one) => 'text' in one)",
    replace: "find((one) => 'text' in one)",
    promise: 9,
    seenBy:
      'node src/client/writing/sender.test.ts: a refused edit gives back the last text that stood on it',
  },
  {
    name: 'a refused delete counts as carried out',
    file: 'src/client/writing/sender.ts',
    search: 'kindOf(operation).isDone?.(error) !== true',
    replace: "operation.kind !== 'delete' && kindOf(operation).isDone?.(error) !== true",
    promise: 9,
    seenBy:
      'node src/client/writing/sender.test.ts: a deleted thought is hidden at once, and shown again when the delete is refused',
  },
  {
    name: 'an accepted add leaves the list until it is read there',
    file: 'src/client/writing/operations/add.ts',
    search: 'copies.every((copy) => copy !== undefined)',
    replace: 'copies.length >= 0',
    promise: 8,
    seenBy:
      'node src/client/writing/write-queue.test.ts: is let go once every list has an add, and any list an edit',
  },
  {
    name: 'a deletion by somebody else takes an unsaved edit with it',
    file: 'src/client/writing/card-edit.ts',
    search: 'if (isBlank(text)) texts.remove(id);',
    replace: 'if (!isBlank(text)) texts.remove(id);',
    promise: 8,
    seenBy:
      'node src/client/writing/card-edit.test.ts: two texts that were typed there both wait, each once, whichever tabs tell',
  },
  {
    name: 'a tab takes every other one for closed',
    file: 'src/client/writing/texts.ts',
    search: "pages.stateOf(page) !== 'open'",
    replace: "pages.stateOf(page) !== 'unknown'",
    promise: 8,
    seenBy:
      'node src/client/writing/texts.test.ts: shows and opens in no other one while its page lives, and outlives Cancel there',
  },
  {
    name: 'a pasted text is cut in the middle of an emoji',
    file: 'src/client/input/text-field.ts',
    search: 'return text.slice(0, end);',
    replace: 'return text.slice(0, Math.max(end, limit));',
    promise: 12,
    seenBy:
      'node src/client/input/text-field.test.ts: never exceeds the limit and never leaves half a character',
  },
];
