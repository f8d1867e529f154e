export const LOST_TEXTS = `
src/client/ui/pages/composer.tsx:
a draft that waits hides the way back to a deleted text (8)
  - deleted ? ('deleted' as const) : draftWaits
  + draftWaits ?? (deleted && ('deleted' as const))
  seen by dom src/client/ui/pages/feed-page.test.tsx: has what was typed into a card that one deletes
the keys that add a thought add a blank one (12)
  - if (validateText(text) === null) event
  + event
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
src/client/browser/storage-keys.ts:
the next person of a browser sees the drafts (8)
  - \`thought-cloud:writing:\${uid}:\`
  + 'thought-cloud:writing:' + uid.slice(0, 0)
  seen by node src/client/state/writing/ledger.test.ts: is its writer's alone
src/client/state/writing/sender.ts:
an expired session loses what was being sent (8)
  - if (problemCodeOf(error) === 'signed-out') return;
  + if (problemCodeOf(error) === 'signed-out') return ledger.acknowledge(item);
  seen by node src/client/state/writing/sender.test.ts: is kept until its person is back when the session has ended
a refused delete counts as carried out (9)
  - kindOf(item).isDone?.(error) !== true
  + item.kind !== 'delete' && kindOf(item).isDone?.(error) !== true
  seen by node src/client/state/writing/sender.test.ts: a deleted thought is hidden at once, and shown again when the delete is refused
what is written right before a sign-out is sent at the next visit only (7)
  - if (endFlush === undefined) end();
  + end();
  seen by node src/client/state/writing/sender.test.ts: before a sign-out everything is sent, in its order and at once
src/client/state/writing/cards.ts:
a refused text hides the newer one that it would replace (10)
  - isRefused: item?.base === null
  + isRefused: false
  seen by node src/client/state/writing/ledger.test.ts: opens its card, replaces whatever is stored
a text that waits is offered over a newer one that its writer did not see (10)
  - item.place === thought.textID && isCurrent(item, thought)
  + item.place === thought.textID
  seen by node src/client/state/writing/ledger.test.ts: a text typed into a card is open in one card at a time
src/client/state/writing/kinds.ts:
a write is gone from one list as soon as another one shows it (4)
  - return copies.some(
  + return copies.every(
  seen by node src/client/state/writing/ledger.test.ts: is dropped once it changes no list that shows its thought
src/client/state/writing/edit.ts:
an accepted edit hides a newer text of another device (10)
  - thought.text !== base.text || thought.version > base.version
  + thought.text !== base.text
  seen by node src/client/state/writing/ledger.test.ts: is dropped once it changes no list that shows its thought
an accepted edit hides a newer text of another device where versions are not counted (10)
  - thought.text !== base.text || thought.version > base.version
  + thought.version > base.version
  seen by node src/client/state/writing/ledger.test.ts: is dropped once it changes no list that shows its thought
an edit of a thought that was deleted is lost when refused (9)
  - problemCodeOf(reason) === 'not-found' ? NEW : place
  + problemCodeOf(reason) === 'not-found' ? null : place
  seen by dom src/client/ui/pages/feed-page.test.tsx: the text of an edit whose thought is gone waits in the add dialog
a refused edit that met a newer text is lost (10)
  - problemCodeOf(reason) === 'not-found' ? NEW : place
  + problemCodeOf(reason) === 'not-found' ? NEW : null
  seen by dom src/client/ui/pages/feed-page.test.tsx: an edit of an outdated text comes back to its writer over the current text
src/client/state/writing/kind.ts:
a text that was typed over the same words on another card replaces a refused one (9)
  - return item.place === place && item.base?.text === text;
  + return item.base?.text === text;
  seen by node src/client/state/writing/ledger.test.ts: opens its card once no other one is in edit mode
a refused text takes with it what was written over a newer one (9)
  - chain.some((one) => isOver(other, one))
  + chain.some(({ place }) => other.place === place)
  seen by node src/client/state/writing/ledger.test.ts: leaves alone what was written over a newer text
a card that is refused stays as it was (9)
  - return place !== NEW && base === null;
  + return place === NEW && base === null;
  seen by node src/client/state/writing/ledger.test.ts: opens its card, replaces whatever is stored
src/client/ui/components/card/own-controls.tsx:
Enter on any button of a card in edit mode saves (17)
  - event.key === 'Enter' && event.target instanceof HTMLInputElement;
  + event.key === 'Enter';
  seen by dom src/client/ui/pages/feed-page.test.tsx: Esc leaves what was typed waiting
Esc throws away what was typed into a card (8)
  - isSaving ? 'save' : 'leave'
  + isSaving ? 'save' : 'cancel'
  seen by dom src/client/ui/pages/feed-page.test.tsx: Esc leaves what was typed waiting
src/client/state/writing/ledger.ts:
a refused add gives back what was typed first (9)
  - dropped.slice(index + 1).some(
  + dropped.slice(0, index).some(
  seen by node src/client/state/writing/ledger.test.ts: gives its last text back
of two tabs' edits of one thought only the last comes back (8)
  - some((later) => isOver(later, one))
  + some((later) => later.at > 0)
  seen by node src/client/state/writing/ledger.test.ts: gives its last text back
an accepted write is undone on the screen while the board is out of reach (4)
  - lists.every(({ isLive }) => isLive) ? unlisted : []
  + unlisted
  seen by node src/client/state/writing/ledger.test.ts: an acknowledged write that no live list shows is dropped, however busy the board is
an accepted write is undone on the screen soon after the board gets out of reach (4)
  - clearTimeout(this.#lateTimer);
  -     this.#lateTimer = setTimeout
  + this.#lateTimer = setTimeout
  seen by node src/client/state/writing/ledger.test.ts: an acknowledged write that no live list shows is dropped, however busy the board is
what another tab has sent is shown as it was until this one reads it (4)
  - if (kindOf(item).isLasting !== true) this
  + this
  seen by node src/client/state/writing/ledger.test.ts: shows in every tab until its own lists have it, a delete as long as the page lives
an accepted write is undone on the screen while a list is loading (4)
  - items.length === 0 || lists.some(({ isLoading }) => isLoading)
  + items.length === 0
  seen by node src/client/state/writing/ledger.test.ts: is dropped once it changes no list that shows its thought
a deletion by somebody else takes an unsaved edit with it (8)
  - if (isBlank(item.text)) this
  + if (!isBlank(item.text)) this
  seen by node src/client/state/writing/ledger.test.ts: two texts typed there both wait, each on its own page, whichever tabs report it
a deletion takes what is typed into other cards out of them (8)
  - this.#typed().filter((one) => one.place === place)) {
  + this.#typed()) {
  seen by node src/client/state/writing/ledger.test.ts: when a card is gone
writes are sent in the order of the storage’s keys (7)
  - return items.toSorted((a, b) => a.at - b.at);
  + return items;
  seen by node src/client/state/writing/sender.test.ts: is kept by adds, even after one that failed or was refused
a text with which another tab goes on stays in its card here, too (7)
  - else this.#open.delete(place);
  -     }
  + }
  seen by node src/client/state/writing/ledger.test.ts: comes back on the page where it was written, and on no other while that lives
a refused text of a page that is gone comes back in every tab (8)
  - state: 'unsent', page, at });
  + state: 'unsent', at });
  seen by node src/client/state/writing/ledger.test.ts: comes back on the page where it was written, and on no other while that lives
a tab takes every other one for closed (8)
  - page === this.#pages.own() || this.#pages.isGone(page);
  + page !== '';
  seen by node src/client/state/writing/ledger.test.ts: shows and opens in no other tab while its page lives, and survives Cancel there
a text left in a card is taken for one typed over what somebody else has written there since (10)
  - item && base && isReturned(item) && this
  + item && base && this
  seen by node src/client/state/writing/ledger.test.ts: a text left over another version, or emptied in a removed card, does not wait
two tabs that go on with one text of a page that is gone keep one of the two (8)
  - const id = this.#isOurs(item) ? item.id : newId();
  + const { id } = item;
  seen by node src/client/state/writing/ledger.test.ts: on a page that is gone, and continued in two others, becomes two texts
a text that another tab goes on with is thrown away by Cancel here (8)
  - if (this.#isOurs(item)) this.#stored
  + this.#stored
  seen by node src/client/state/writing/ledger.test.ts: is not given up by Cancel in one to which its next key was not announced
what is submitted is in no place for a moment (8)
  - this.#write(item, { ...change, state: 'unsent', page, at });
  + this.#discard(item);
  +     this.#write(item, { ...change, state: 'unsent', page, at });
  seen by node src/client/state/writing/ledger.test.ts: is one storage entry from its first key on, wherever a crash falls between two writes
a refused text opens beside the card in edit mode (8)
  - cardInEditMode(this.#open) === null
  + place !== ''
  seen by node src/client/state/writing/ledger.test.ts: opens its card once no other one is in edit mode
a refused text that was left opens its card for ever (9)
  - if (item && base && isReturned(item)
  + if (item && base && !isReturned(item)
  seen by node src/client/state/writing/ledger.test.ts: opens its card, replaces whatever is stored
a refused text comes back in whichever tab hears of it (8)
  - state: 'typed', base: null }
  + state: 'typed', base: null, page: this.#pages.own() }
  seen by node src/client/state/writing/ledger.test.ts: comes back on the page where it was written, and on no other while that lives
what was typed into a deleted card shows in another tab (8)
  - this.#write(item, { place: NEW, base: null });
  + this.#write(item, { place: NEW, base: null, page: '' });
  seen by node src/client/state/writing/ledger.test.ts: two texts typed there both wait, each on its own page
a refused text opens its card over what was typed on it (8)
  - if (last !== returned) this
  + if (last === null) this
  seen by node src/client/state/writing/ledger.test.ts: is replaced by what its writer typed over it
what was typed over a refused text is dropped with it (8)
  - const over = this.#typed().filter((one) => isOver(one, returned));
  + const over = this.#typed().filter((one) => isOver(one, returned) && one === returned);
  seen by node src/client/state/writing/ledger.test.ts: is replaced by what its writer typed over it
a draft that was emptied comes back (8)
  - if (isUntouched(item)) this.#discard(before);
  seen by node src/client/state/writing/ledger.test.ts: is gone once it is emptied
src/client/ui/input/text-field.ts:
a full box takes no key over a selection (12)
  - maxLength - value.length + selected
  + maxLength - value.length
  seen by dom src/client/ui/pages/feed-page.test.tsx: takes a key over a selection when it is full
a pasted text is cut in the middle of an emoji (12)
  - return text.slice(0, end);
  + return text.slice(0, Math.max(end, limit));
  seen by node src/client/ui/input/text-field.test.ts: does not split
the sign for a line break becomes one where it is typed (10)
  - show(isTyped ? data : withoutMalformed(data))
  + isTyped ? data : show(withoutMalformed(data))
  seen by chromium tests/e2e/writing.spec.ts: the mark for a line break is kept where it is typed or pasted, and makes no line break
an edit makes line breaks of the signs for them (10)
  - .replaceAll(SIGN, OWN_SIGN)
  seen by node src/client/ui/input/text-field.test.ts: gives its lines back
src/client/browser/open-pages.ts:
what was typed on a page that is gone is hidden again when another page goes (8)
  - [...gone.get(), name]
  + [name]
  seen by node src/client/browser/open-pages.test.ts: a page is open until it is left
other tabs take what is typed on a page that the history restored (8)
  - if (persisted) enter();
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
a text that is put back replaces what is typed (8)
  - discarded.swap(text(), offered);
  seen by dom src/client/ui/pages/feed-page.test.tsx: offers a deleted text that was cancelled again once
an unchanged save writes (10)
  - if (text === base.text) ledger.cancel(place);
  -       else submit
  + submit
  seen by dom src/client/ui/pages/feed-page.test.tsx: is left by Save, which then sends nothing
Cancel hides a deleted text that was put back (8)
  - if (!isBlank(text())) discarded.keep({ text: text(), isDeleted: false });
  + discarded.forget(text());
  seen by dom src/client/ui/pages/feed-page.test.tsx: offers a deleted text that was cancelled again once
src/client/ui/components/card/thought-editor.tsx:
a line break that is pasted into an edit is lost (10)
  - { show: toOneLine, onNoRoom
  + { onNoRoom
  seen by chromium tests/e2e/writing.spec.ts: the mark for a line break is kept where it is typed or pasted, and makes no line break
what is copied out of an edit has marks for line breaks (10)
  - onCopy={takeLines}
  seen by dom src/client/ui/pages/feed-page.test.tsx: gives its line breaks to a
`;
