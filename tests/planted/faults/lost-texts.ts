export const LOST_TEXTS = `
src/client/ui/pages/composer.tsx:
a draft that waits hides the way back to a deleted text (8)
  - deleted ? ('deleted' as const) : draftWaits
  + draftWaits ?? (deleted && ('deleted' as const))
  seen by dom src/client/ui/pages/feed-page.test.tsx: has what was typed into a card that one deletes
the button and the keys that add a thought add a blank one (12)
  - type={isAddable ? 'submit' : 'button'}
  + type="submit"
  seen by dom src/client/ui/pages/feed-page.test.tsx: adds no blank text, and none that is longer than the limit
Esc throws a draft away (8)
  - return draft.leave;
  + return draft.cancel;
  seen by dom src/client/ui/pages/feed-page.test.tsx: keeps the draft when it is left without Add or Cancel
src/client/browser/storage.ts:
a full storage forgets what is typed (8)
  - unkept.set(key, value);
  + unkept.delete(key);
  seen by node src/client/browser/storage.test.ts: loses nothing as long as the page lives
src/client/browser/renew-page.ts:
an update takes what a full storage had no room for (8)
  -  || !storage.isKept()
  seen by node src/client/browser/renew-page.test.ts: while the storage has no room
src/client/browser/storage-keys.ts:
the next person of a browser sees the drafts (8)
  - \`thought-cloud:writing:\${uid}:\`
  + 'thought-cloud:writing:' + uid.slice(0, 0)
  seen by node src/client/state/writing/ledger.test.ts: is its writer's alone
src/client/state/writing/sender.ts:
one write that is not accepted holds up all others (7)
  -  && !failed.has(earlier.id);
  + ;
  seen by node src/client/state/writing/sender.test.ts: is kept by adds, even after one that was refused
an expired session loses what was being sent (8)
  - if (problemCodeOf(error) === 'signed-out') {
  + if (problemCodeOf(error) === 'conflict') {
  seen by node src/client/state/writing/sender.test.ts: is kept until its person is back when the session has ended
a refused delete counts as carried out (9)
  - kindOf(entry).isDone?.(error) === true
  + kindOf(entry).isDone?.(error) !== false
  seen by node src/client/state/writing/sender.test.ts: a deleted thought is hidden at once, and shown again when the delete is refused
what is written right before a sign-out is sent at the next visit only (7)
  - if (this.#endFlush === undefined) this.#end();
  + this.#end();
  seen by node src/client/state/writing/sender.test.ts: before a sign-out everything is sent, in its order and at once
src/client/state/writing/cards.ts:
a refused text hides the newer one that it would replace (10)
  - isRefused: entry !== undefined && isRefused(entry)
  + isRefused: false
  seen by node src/client/state/writing/ledger.test.ts: opens its card, replaces whatever is stored
a text that waits is offered over a newer one that its writer did not see (10)
  - entry.place === thought.textID && isCurrent(entry, thought)
  + entry.place === thought.textID
  seen by node src/client/state/writing/ledger.test.ts: a text typed into a card is open in one card at a time
src/client/state/writing/edit.ts:
an edit of a thought that was deleted is lost when refused (9)
  - problemCodeOf(reason) === 'not-found' ? NEW : place
  + problemCodeOf(reason) === 'not-found' ? null : place
  seen by dom src/client/ui/pages/feed-page.test.tsx: the text of an edit whose thought is gone waits in the add dialog
a refused edit that met a newer text is lost (10)
  - problemCodeOf(reason) === 'not-found' ? NEW : place
  + problemCodeOf(reason) === 'not-found' ? NEW : null
  seen by dom src/client/ui/pages/feed-page.test.tsx: an edit of an outdated text comes back to its writer over the current text
src/client/ui/components/card/own-controls.tsx:
Enter on any button of a card in edit mode saves (17)
  - event.key === 'Enter' && event.target instanceof HTMLInputElement;
  + event.key === 'Enter';
  seen by dom src/client/ui/pages/feed-page.test.tsx: Esc leaves what was typed waiting
Esc throws away what was typed into a card (8)
  - isSaving ? 'save' : 'leave'
  + isSaving ? 'save' : 'cancel'
  seen by dom src/client/ui/pages/feed-page.test.tsx: Esc leaves what was typed waiting
a blank edit is sent (12)
  - if (how === 'save' && !isSavable(card)) return;
  seen by dom src/client/ui/pages/feed-page.test.tsx: takes no blank text
src/client/state/writing/ledger.ts:
a text for which the storage had no room is lost with the page, also once there is some (8)
  -  && storage.isKept(prefix + entry.id)
  seen by node src/client/state/writing/ledger.test.ts: is stored soon after there is some
a refused edit goes alone, and what was written over it is sent (10)
  - stored.changes([...entries, { id: stored.idOf(key) }]);
  -       const erased = stored.forgetErased();
  + stored.changes([{ id: stored.idOf(key) }]);
  +       const erased = storage.getItem(key) === null ? [stored.idOf(key)] : [];
  seen by node src/client/state/writing/ledger.test.ts: goes in every tab together with what was written over it
src/client/ui/input/text-field.ts:
a full box takes no key over a selection (12)
  - read(before + after).length
  + read(value).length
  seen by dom src/client/ui/pages/feed-page.test.tsx: takes a key over a selection when it is full
nothing answers an Enter for which the box has no room (17)
  -   'insertLineBreak',
  seen by dom src/client/ui/said.test.tsx: a line break that finds no room
a pasted text is cut in the middle of an emoji (12)
  - return text.slice(0, end);
  + return text.slice(0, Math.max(end, limit));
  seen by node src/client/ui/input/text-field.test.ts: does not split
the sign for a line break becomes one where it is typed (10)
  - const fitting = show(cut);
  + const fitting = isTyped ? cut : show(cut);
  seen by chromium tests/e2e/writing.spec.ts: the mark for a line break is kept where it is typed or pasted, and makes no line break
an edit takes more or fewer characters than a thought has room for, where it has signs for a line break (12)
  - const limit = maxLength - surplusOf(value, read);
  + const limit = maxLength;
  seen by chromium tests/e2e/writing.spec.ts: an edit takes as many signs for a line break as the limit has
an edit makes line breaks of the signs for them (10)
  - .replaceAll(SIGN, OWN_SIGN)
  seen by node src/client/ui/input/text-field.test.ts: gives its lines back
src/client/browser/open-pages.ts:
what was typed on a page that is gone is hidden again when another page goes (8)
  - [...gone.get(), name]
  + [name]
  seen by node src/client/browser/open-pages.test.ts: a page is open until it is left
other tabs take what is typed on a page that the history restored (8)
  - if (!persisted) return;
  + return;
  seen by node src/client/browser/open-pages.test.ts: a page that the history restores is open again
src/client/state/discarded-texts.ts:
a deleted text is not offered over one that is typed (8)
  - return [...texts.slice(at + 1),
  + return at === -1 && text !== '' ? undefined : [...texts.slice(at + 1),
  seen by dom src/client/ui/pages/feed-page.test.tsx: offers a deleted text that was cancelled again once
a text that was put back counts twice (8)
  - forget(text);
  -       set
  + set
  seen by dom src/client/ui/pages/feed-page.test.tsx: offers a deleted text that was cancelled again once
src/client/state/board.ts:
an acknowledged write leaves the screen before the lists have it (7)
  - if (hasPassed(mark)) return true;
  + return true;
  seen by node src/client/state/board.test.ts: what one wrote stays on the screen until every list has passed it
a thought that is deleted before the lists have it comes back as it was added (7)
  - earlier.at <= at
  + earlier.at === at
  seen by node src/client/state/board.test.ts: before the lists have it does not show again as it was added
a text that is put back replaces what is typed (8)
  - { type: 'put back', text: offered }
  + { type: 'typed', place: NEW, base: null, text: offered }
  seen by dom src/client/ui/pages/feed-page.test.tsx: offers a deleted text that was cancelled again once
Cancel hides a deleted text that was put back (8)
  - if (!isBlank(text())) discarded.keep({ text: text(), isDeleted: false });
  + discarded.forget(text());
  seen by dom src/client/ui/pages/feed-page.test.tsx: offers a deleted text that was cancelled again once
what was typed into a card is lost when somebody deletes its thought from a long list (8)
  -  || hasLost(place)
  seen by node src/client/state/board.test.ts: in a list that goes on below
src/client/state/card-actions.ts:
an unchanged save writes (10)
  - if (text === base.text) apply({ type: 'cancelled', place });
  -       else apply({ type: 'submitted'
  + if (text === '') apply({ type: 'cancelled', place });
  +       else apply({ type: 'submitted'
  seen by dom src/client/ui/pages/feed-page.test.tsx: is left by Save, which then sends nothing
src/client/ui/components/card/thought-editor.tsx:
a line break that is pasted into an edit is lost (10)
  - { show: toOneLine, read
  + { read
  seen by chromium tests/e2e/writing.spec.ts: the mark for a line break is kept where it is typed or pasted, and makes no line break
what is copied out of an edit has marks for line breaks (10)
  - onCopy={takeLines}
  seen by dom src/client/ui/pages/feed-page.test.tsx: gives its line breaks to a
`;
