export const ACCESSIBILITY = `
src/client/ui/components/card/own-controls.module.css:
between pen and tick neither is seen (17)
  -   transition: none;
  seen by chromium tests/e2e/appearance.spec.ts: Edit and Save change places without a moment in which neither is seen
with large text on a phone Save lies under the round button (17)
  - grid-area: 2 / 1 / auto / -1;
  + grid-area: 4 / 1 / auto / -1;
  seen by chromium tests/e2e/keyboard.spec.ts: with text of 200 % Save is not under the round button
Save moves away from where Edit was (11)
  - flex-direction: row-reverse;
  + flex-direction: row;
  seen by chromium tests/e2e/screens.spec.ts: Save stands where Edit was
src/client/ui/input/focus.ts:
the focus is lost in a dialog whose opener has gone meanwhile (17)
  - 'body, [inert] *'
  + 'body'
  seen by dom src/client/ui/pages/feed-page.test.tsx: leads the focus to the heading when what opened it goes as it is open
src/client/ui/components/modal.tsx:
a press that ends in the dialog closes it (11)
  - wasPressedOutside.current &&= target === currentTarget;
  seen by chromium tests/e2e/second-press.spec.ts: a press beside the dialog closes it, keeps its draft, and presses nothing behind it
the focus is lost with a dialog whose opener is gone (17)
  - if (opener !== body) focusHeadingIfLost();
  seen by dom src/client/ui/pages/feed-page.test.tsx: leads the focus to the heading when what opened it goes as it is open
the page behind a dialog can be reached (17)
  - dialog.showModal();
  + dialog.show();
  seen by dom src/client/ui/pages/feed-page.test.tsx: hands its text over on Add, and closes
src/client/ui/components/list/thought-list.tsx:
an own thought moves the card that is read (3)
  - 'data-skippable': isSkipped
  + 'data-skippable': isSkippable
  seen by chromium tests/e2e/steady-reading.spec.ts: moves no card that is read
a press hits what comes under it because somebody deletes a thought (11)
  - dispatchEvent(new Event(SHIFTED));
  seen by dom src/client/ui/components/list/thought-list.test.tsx: a card that goes is told to the click guard
the keyboard loses its place when somebody writes the first thought (17)
  - ref={passFocusOn}
  seen by dom src/client/ui/components/list/thought-list.test.tsx: the cloud of the empty board leaves the focus to the heading
a board that loads says that it is empty (4)
  - isLoading ? <SkeletonList /> : <EmptyBoard
  + false ? <SkeletonList /> : <EmptyBoard
  seen by dom src/client/ui/components/list/thought-list.test.tsx: says that it loads, and not that it is empty
the focus is lost with a card that is deleted (17)
  - if (next) moveFocus([...next.map((id) => \`card \${id}\` as const), 'heading']);
  seen by dom src/client/ui/pages/feed-page.test.tsx: moves to the next card when its card is deleted here or elsewhere
a card that goes takes the focus away from where one types (3)
  - item.contains(document.activeElement) ? othersThan
  + item.isConnected ? othersThan
  seen by dom src/client/ui/pages/feed-page.test.tsx: the focus stays in a field while a card goes
the end of the list is seen only by the first thing told of it (6)
  - entries.some(({ isIntersecting }) => isIntersecting)
  + entries[0]?.isIntersecting
  seen by dom src/client/ui/components/list/thought-list.test.tsx: older thoughts load, up to the last, even if the end leaves the view and returns in one report
src/client/ui/components/card/thought-editor.tsx:
the field of an edit has no name (17)
  - aria-label={WORDS.card.field}
  seen by dom src/client/ui/pages/feed-page.test.tsx: Edit fills the field with the current text, and Save writes it
src/server/auth/local-accounts/interaction-page.ts:
a field is called invalid before anybody has typed (17)
  - aria-required="true" name="email"
  + required name="email"
  seen by chromium tests/e2e/by-ear.spec.ts: no field of a local account is invalid before anything is typed
src/client/ui/components/card/thought-card.tsx:
one cannot go from card to card by ear (17)
  -       tabIndex={-1}
  seen by dom src/client/ui/pages/feed-page.test.tsx: moves to the next card when its card is deleted here or elsewhere
src/client/ui/components/card/thought-editor.tsx:
the focus stays on Save over a text that its writer has not seen (10)
  - if (isRefused) takeFocus(field.current);
  seen by dom src/client/ui/pages/feed-page.test.tsx: an edit of an outdated text comes back to its writer
src/client/ui/pages/composer.tsx:
nothing is heard of an add (17)
  - announce(SAID.added);
  seen by dom src/client/ui/said.test.tsx: what one adds, saves and deletes is said once each
the Enter that ends a conversion adds half a text (17)
  -  || isComposing(event)) return;
  + ) return;
  seen by dom src/client/ui/pages/feed-page.test.tsx: hands its text over on Add, and closes
on a Mac no keys add a thought (17)
  - !(ctrlKey || metaKey)
  + !ctrlKey
  seen by dom src/client/ui/pages/feed-page.test.tsx: hands its text over on Add, and closes
src/client/ui/components/card/own-controls.tsx:
nothing is heard of a save by its button (17)
  - if (how === 'save') announce(SAID.saved);
  seen by dom src/client/ui/said.test.tsx: what one adds, saves and deletes is said once each
nothing is heard of a delete (17)
  - announce(SAID.deleted);
  seen by dom src/client/ui/said.test.tsx: what one adds, saves and deletes is said once each
src/client/ui/components/remaining.tsx:
nothing is heard of a key that finds no room (17)
  - isTyped ? SAID.full : SAID.cut
  + isTyped ? SAID.charactersLeft(0) : SAID.cut
  seen by dom src/client/ui/said.test.tsx: a key that finds no room is answered in other words than those of the last that found some
src/client/ui/pages/top-bar.tsx:
nothing is heard of a lost connection (17)
  - announce(SAID.notLive);
  seen by dom src/client/ui/said.test.tsx: a connection that is lost for five seconds is reported, and so is its return
a short break of the connection is heard (17)
  - ANNOUNCED_AFTER_MS = 5_000
  + ANNOUNCED_AFTER_MS = 50
  seen by dom src/client/ui/said.test.tsx: a connection that is lost for five seconds is reported, and so is its return
the sign of the connection cannot be found by ear (17)
  - className={\`shell-brand \${styles['home']}\`}>
  + className={\`shell-brand \${styles['home']}\`} aria-label={NAME}>
  seen by dom src/client/ui/said.test.tsx: the bar's link says whether the list is live
src/client/ui/components/live-region.tsx:
what arrives is not announced (17)
  - <div aria-live="polite" className
  + <div className
  seen by dom src/client/ui/app.test.tsx: changes the page, and keeps the bar and the live region
src/client/ui/app.tsx:
the heading of a page does not take the focus (17)
  - if (previous.current !== path) moveFocus(['heading']);
  seen by dom src/client/ui/app.test.tsx: by the brand leads home to the heading, and adds nothing to the history when already there
src/client/ui/app.css:
on paper a card is cut at the end of a page (17)
  - break-inside: avoid;
  seen by chromium tests/e2e/appearance.spec.ts: a printed page has the light scheme, whole cards and no controls
src/client/ui/pages/composer.module.css:
with large text Add falls out of its row (17)
  - gap: 0.5rem min(0.75rem, 3vw);
  + gap: 0.5rem 4.75rem;
  seen by chromium tests/e2e/any-eyes.spec.ts: with text of 200 % the buttons of the dialog stand in one row
src/client/ui/format/format-date.ts:
the time on a card stands on another sky than the page of that hour (17)
  - hour < 9
  + hour < 10
  seen by node src/client/browser/first-paint.test.ts: the time on a card stands on the sky that the page has at that hour
src/shared/look.css:
quiet words are too pale (17)
  - --quiet: light-dark(#5a687c,
  + --quiet: light-dark(#8a94a5,
  seen by node src/client/ui/contrast.test.ts: can be told from
the focus is not seen (17)
  -   outline: 2px solid var(--accent);
  +   outline: none;
  seen by chromium tests/e2e/keyboard.spec.ts: the keyboard alone writes, edits, deletes and signs out
a press with the mouse does not show (17)
  - :active:not([aria-disabled='true'], [data-suppressed])
  + :active:not(:hover)
  seen by chromium tests/e2e/appearance.spec.ts: a press shows on a control under the mouse
reduced motion is not respected (17)
  - animation: none !important;
  seen by chromium tests/e2e/appearance.spec.ts: nothing moves
the login card hangs below the middle (17)
  - display: contents;
  + display: block;
  seen by chromium tests/e2e/screens.spec.ts: is laid out well
src/client/ui/components/card/thought-card.module.css:
a long word is cut off at the edge of its card (17)
  - overflow-wrap: anywhere;
  -   text-wrap: pretty;
  + text-wrap: pretty;
  seen by chromium tests/e2e/any-eyes.spec.ts: on a screen of 320 px a long word wraps, and a finger hits every control
src/client/ui/components/modal.module.css:
the sheet of a phone fades like a ghost (17)
  -   .modal {
  -     opacity: 1;
  -     translate
  +   .modal {
  +     translate
  seen by chromium tests/e2e/appearance.spec.ts: and leaves no copy of its fields
a closed dialog is gone at once (17)
  - opacity, translate, display, overlay
  + opacity, translate
  seen by chromium tests/e2e/appearance.spec.ts: and leaves no copy of its fields
src/client/ui/shell.css:
after a jump cards are seen through the bar (17)
  -   transition: none;
  seen by chromium tests/e2e/appearance.spec.ts: the bar has its ground at once when cards jump under it
src/client/ui/components/button.module.css:
the buttons of a card are too small for a finger (17)
  - inline-size: 2.5rem;
  -   block-size: 2.5rem;
  + inline-size: 1.25rem;
  +   block-size: 1.25rem;
  seen by chromium tests/e2e/any-eyes.spec.ts: on a screen of 320 px a long word wraps, and a finger hits every control
src/client/ui/components/card/thought-card.tsx:
a thought that one has added has no ring (17)
  - useState(isUnsent)
  + useState(false)
  seen by dom src/client/ui/pages/feed-page.test.tsx: hands its text over on Add, and closes
a text from right to left begins on the left (17)
  - dir="auto"
  + dir="ltr"
  seen by dom src/client/ui/components/card/thought-card.test.tsx: a text begins at the edge of its own direction
the cards keep the times of a zone that the reader has left (18)
  -   useStore(timeZone);
  seen by dom src/client/ui/components/card/thought-card.test.tsx: who comes to another time zone
src/client/ui/pages/add-button.module.css:
in forced colours the round button has no edge (17)
  - border: 2px solid ButtonText;
  + border: 0;
  seen by chromium tests/e2e/appearance.spec.ts: with forced colours, controls keep an outline
src/client/ui/components/list/thought-list.module.css:
a list keeps the width of what is out of view (17)
  - grid-template-columns: minmax(0, 1fr);
  + grid-template-columns: auto;
  seen by chromium tests/e2e/narrower.spec.ts: shows a long list in its new width, in the middle
src/client/ui/reading/reader-activity.ts:
what is new waits until the reader presses elsewhere (3)
  - list.contains(activeElement) && activeElement?.matches(':focus-visible')
  + list.contains(activeElement)
  seen by chromium tests/e2e/reading.spec.ts: what is new comes in at the top soon after a press in a card
what others wrote comes in over the card where the keyboard is (3)
  - activeElement?.matches(':focus-visible')
  + activeElement?.matches(':hover')
  seen by node src/client/ui/reading/reader-activity.test.ts: hold it as long as they are there
a selection does not hold the list (3)
  - isSelecting || isFocused
  + isFocused
  seen by node src/client/ui/reading/reader-activity.test.ts: hold it as long as they are there
a finger holds the list for two seconds only (3)
  - if (pointerType !== 'mouse') return;
  seen by node src/client/ui/reading/reader-activity.test.ts: hold it as long as they are there
a mouse at rest holds the list for ever (3)
  - rest = setTimeout(release, IDLE_AFTER_MS, pointerId);
  seen by node src/client/ui/reading/reader-activity.test.ts: a mouse holds the list for two seconds after its last move
what is new comes in under a reader who has scrolled (3)
  - !isAtTop() ||
  seen by dom src/client/ui/pages/feed-page.test.tsx: and come in at the top
src/client/ui/reading/scroll.ts:
a thought that arrives while the page is scrolled by some pixels is neither seen nor counted (1)
  - scrollY <= 0
  + scrollY < 8
  seen by dom src/client/ui/pages/feed-page.test.tsx: wait while the reader has scrolled by 1 px
src/client/ui/reading/new-posts.ts:
after the clock was set back nothing new is announced for as long (17)
  - at: performance.now() };
  -       announce(SAID.newThoughts(news || count));
  -     };
  -     const timer = setTimeout(say, last.current.at + ANNOUNCED_EVERY_MS - performance.now());
  + at: Date.now() };
  +       announce(SAID.newThoughts(news || count));
  +     };
  +     const timer = setTimeout(say, last.current.at + ANNOUNCED_EVERY_MS - Date.now());
  seen by dom src/client/ui/reading/new-posts.test.tsx: the number announced is the one on the pill
on a board that was empty nothing waits while one writes (3)
  -  || known.length === 0
  seen by dom src/client/ui/pages/feed-page.test.tsx: wait while one writes, also on a board that was empty
a press on the pill brings in nothing while the reader is further down (3)
  - () => setKnown(thoughts)
  + () => {}
  seen by dom src/client/ui/pages/feed-page.test.tsx: wait while the focus is in a card
an own thought added from further down is lost from sight (3)
  - + unseen.length
  seen by chromium tests/e2e/reading.spec.ts: an own thought added from further down counts in the pill until its card is in view
an own thought that was in view counts again (3)
  - known[textID] || isIntersecting
  + isIntersecting
  seen by chromium tests/e2e/reading.spec.ts: an own thought added from further down counts in the pill until its card is in view
src/client/ui/components/list/motion.ts:
arrivals close together make the list jump (3)
  - style.translate = \`0 \${from}px\`;
  -   const start
  + element.animate({ translate: [\`0 \${from}px\`, '0 0'] }, { ...ROOM, delay, id: MOVE });
  +   const start
  seen by chromium tests/e2e/appearance.spec.ts: does not jump when thoughts arrive one soon after the other
a card that arrives before the list has begun to move makes it jump (3)
  - if (starts.get(element) !== start) return;
  seen by chromium tests/e2e/appearance.spec.ts: stands still until two cards, a frame apart, are both painted
a card that arrives moves the list for who wants no motion (17)
  - && scrollY === 0 && !isStill()
  + && scrollY === 0
  seen by chromium tests/e2e/appearance.spec.ts: nothing moves
src/client/state/board.ts:
a reload loses a place further down (5)
  - const { size: restored = 0 } = place.get() ?? {};
  + const restored = 0;
  seen by node src/client/state/board.test.ts: as much as was loaded there
a blank draft is offered by a button without a name (17)
  - .filter((draft) => !isBlank(draft))
  seen by node src/client/state/board.test.ts: in a list that goes on below
src/client/ui/format/format-date.ts:
noon is at zero hours (18)
  - hours % 12 || 12
  + hours % 12
  seen by node src/client/ui/format/format-date.test.ts: are right in each half hour
src/client/ui/pages/feed-page.tsx:
the list moves behind the open dialog (3)
  - || isOpen || isEditing
  + || isEditing
  seen by dom src/client/ui/pages/feed-page.test.tsx: the focus stays in a field while a card goes
the focus is lost with the pill (17)
  - ref={passFocusOn}
  seen by dom src/client/ui/pages/feed-page.test.tsx: and come in at the top
src/client/ui/components/card/own-controls.tsx:
Delete does not say which thought it deletes (17)
  - aria-describedby={toldApart}
  seen by dom src/client/ui/pages/feed-page.test.tsx: tells its Edit and Delete from those of others by its time and first words
nothing says that a blank edit can't be saved (12)
  - isEditing && !isSavable(card)}
  + false}
  seen by dom src/client/ui/pages/feed-page.test.tsx: takes no blank text
src/client/ui/components/card/thought-text.tsx:
a page behind a link learns where it was opened (15)
  - noopener noreferrer nofollow ugc
  + nofollow ugc
  seen by dom src/client/ui/components/card/thought-card.test.tsx: an address is one text, so that a screen reader reads it as it stands
src/client/ui/pages/profile-page.tsx:
an account was created when its person last signed in (18)
  - momentOf(user.metadata.creationTime)
  + momentOf(user.metadata.lastSignInTime)
  seen by dom src/client/ui/pages/profile-page.test.tsx: the tiles show the account
src/client/ui/pages/top-bar.tsx:
the link to the profile leads to where one was in it (5)
  - own().place.set(null)
  + own().place.get()
  seen by dom src/client/ui/app.test.tsx: changes the page, and keeps the bar and the live region
who comes back to a tab hears that it rested (17)
  - if (document.hidden) return;
  seen by dom src/client/ui/said.test.tsx: and so is its return, but not on a hidden page
src/client/ui/router.tsx:
a link to a new window leads on in this one (17)
  - altKey || ctrlKey || metaKey || shiftKey
  + ctrlKey
  seen by dom src/client/ui/app.test.tsx: is left to the browser when
src/client/ui/components/avatar.tsx:
who has a photo learns where it is looked at (15)
  - referrerPolicy="no-referrer"
  seen by chromium tests/e2e/any-eyes.spec.ts: a photo that does not load gives way to the initials
public/first-paint.js:
a page keeps the sky of the hour in which it was opened (17)
  - document.addEventListener('visibilitychange', keepHour);
  seen by node src/client/browser/first-paint.test.ts: a page that is shown again at
src/client/ui/pages/top-bar.module.css:
the link to the content is not seen (17)
  - .skip:focus {
  -   transform: translate(-50%, 0);
  + .skip:focus {
  seen by chromium tests/e2e/keyboard.spec.ts: the keyboard alone writes, edits, deletes and signs out
src/client/ui/pages/profile-page.module.css:
on the profile the way back scrolls away (17)
  - position: sticky;
  + position: relative;
  seen by chromium tests/e2e/writing.spec.ts: on the profile the button that puts a text back stays in view
src/client/ui/pages/composer.module.css:
in forced colours the box does not show the focus (17)
  - outline: 2px solid Highlight;
  seen by chromium tests/e2e/appearance.spec.ts: with forced colours, controls keep an outline
src/client/ui/reading/anchor-scroll.ts:
without scroll anchoring each scroll is thrown the other way (3)
  - kept.top - scrolledBy
  + kept.top + scrolledBy
  seen by chromium tests/e2e/steady-reading.spec.ts: a scroll leads as far as it should, down and up
as a removal shortens the page, a scroll without an event is lost, in Safari (3)
  - cards.subscribe(follow)
  + cards.subscribe(() => {})
  seen by chromium tests/e2e/steady-reading.spec.ts: though the browser has yet to tell of a scroll
after a jump a card that comes in moves what is read, in Safari (3)
  - list.addEventListener(rendered, follow,
  + list.addEventListener('none', follow,
  seen by chromium tests/e2e/steady-reading.spec.ts: as number 220, in what Safari lacks
public/service-worker.js:
a page with a network gets what is kept (4)
  - openedOffline.has(event.clientId) && KEPT
  + KEPT
  seen by chromium tests/e2e/offline-start.spec.ts: gets none of what is kept while its page came from the server
src/server/auth/identity.ts:
a new photo is not kept (14)
  - "displayName" = :displayName, "photoURL" = :photoURL,
  + "displayName" = :displayName,
  seen by node src/server/auth/identity.test.ts: has it from then on, in what they see too
`;
