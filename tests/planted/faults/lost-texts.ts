import { readFaults } from '#tests/planted/fault.ts';

export const LOST_TEXTS = readFaults(`
Esc throws a draft away (8)
  in src/client/pages/composer.tsx
  - draft.leave, [draft]
  + draft.cancel, [draft]
  seen by dom src/client/pages/feed-page.test.tsx: keeps the draft of who leaves it without Add or Cancel
a full storage forgets what is typed (8)
  in src/client/store/browser-storage.ts
  - unkept.set(key, value);
  + unkept.delete(key);
  seen by node src/client/store/browser-storage.test.ts: loses nothing as long as the page lives
the next person of a browser sees the drafts (8)
  in src/client/store/storage-keys.ts
  - \`thought-cloud:text:\${uid}:\`
  + 'thought-cloud:text:' + uid.slice(0, 0)
  seen by node src/client/writing/texts.test.ts: is its writer's alone
an expired session loses what was being sent (8)
  in src/client/writing/sender.ts
  - if (problemCodeOf(error) === 'signed-out') return;
  + if (problemCodeOf(error) === 'signed-out') return void queue.discard(operation.textID);
  seen by node src/client/writing/sender.test.ts: keeps what meets an ended session for when its person is back
an edit of a thought that was deleted is lost when refused (9)
  in src/client/writing/sender.ts
  - if (creates && isGone && dropped.length === 1) return;
  + if (isGone && dropped.length === 1) return;
  seen by dom src/client/pages/feed-page.test.tsx: the text of an edit whose thought is gone waits for the add dialog
a refused edit that met a newer text is lost (10)
  in src/client/writing/sender.ts
  - if (text === undefined) return;
  + if (text === undefined || problemCodeOf(error) === 'conflict') return;
  seen by dom src/client/pages/feed-page.test.tsx: an edit over something newer comes back to its writer over the current text
a refused add gives back what was typed first (9)
  in src/client/writing/sender.ts
  - findLast((one) => 'text' in one)
  + find((one) => 'text' in one)
  seen by node src/client/writing/sender.test.ts: a refused edit gives back the last text that stood on it
a refused delete counts as carried out (9)
  in src/client/writing/sender.ts
  - kindOf(operation).isDone?.(error) !== true
  + operation.kind !== 'delete' && kindOf(operation).isDone?.(error) !== true
  seen by node src/client/writing/sender.test.ts: a deleted thought is hidden at once, and shown again when the delete is refused
an accepted add leaves the list until it is read there (8)
  in src/client/writing/operations/add.ts
  - copies.every((copy) => copy !== undefined)
  + copies.length >= 0
  seen by node src/client/writing/write-queue.test.ts: is let go once every list has an add, and any list an edit
a deletion by somebody else takes an unsaved edit with it (8)
  in src/client/writing/card-edit.ts
  - if (isBlank(text)) texts.remove(id);
  + if (!isBlank(text)) texts.remove(id);
  seen by node src/client/writing/card-edit.test.ts: two texts that were typed there both wait, each once, whichever tabs tell
a tab takes every other one for closed (8)
  in src/client/writing/texts.ts
  - : pages.isGone(page)
  + : true
  seen by node src/client/writing/texts.test.ts: shows and opens in no other one while its page lives, and outlives Cancel there
a pasted text is cut in the middle of an emoji (12)
  in src/client/input/text-field.ts
  - return text.slice(0, end);
  + return text.slice(0, Math.max(end, limit));
  seen by node src/client/input/text-field.test.ts: does not split
the sign for a line break becomes one where it is typed (10)
  in src/client/input/text-field.ts
  - if (!incoming.includes(mark)) return
  + return
  seen by chromium tests/e2e/writing.spec.ts: the sign for a line break is kept where it is typed or pasted, and makes none
`);
