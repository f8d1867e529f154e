import type { Fault } from '#tests/planted/fault.ts';

export const ACCESSIBILITY: readonly Fault[] = [
  {
    name: 'the page behind a dialog can be reached',
    file: 'src/client/components/modal.tsx',
    search: 'dialog.showModal();',
    replace: 'dialog.show();',
    promise: 17,
    seenBy: 'dom src/client/pages/feed-page.test.tsx: hands its text over on Add, and closes',
  },
  {
    name: 'the focus is lost with a card that is deleted',
    file: 'src/client/components/list/thought-list.tsx',
    search: 'next?.focus({ preventScroll: true });',
    replace: '',
    promise: 17,
    seenBy:
      'dom src/client/pages/feed-page.test.tsx: moves to the next card when its card is deleted here or elsewhere',
  },
  {
    name: 'the field of an edit has no name',
    file: 'src/client/components/card/thought-editor.tsx',
    search: 'aria-label={WORDS.card.field}',
    replace: '',
    promise: 17,
    seenBy:
      'dom src/client/pages/feed-page.test.tsx: Edit fills the field with the current text, and Save writes it',
  },
  {
    name: 'what arrives is not announced',
    file: 'src/client/components/live-region.tsx',
    search: '<div role="status" className',
    replace: '<div className',
    promise: 17,
    seenBy:
      'dom src/client/app.test.tsx: changes the page, and leaves the bar and the live region where they are',
  },
  {
    name: 'the heading of a page does not take the focus',
    file: 'src/client/app.tsx',
    search: 'heading.focus({ preventScroll: true });',
    replace: '',
    promise: 17,
    seenBy:
      'dom src/client/app.test.tsx: home by the brand leads to the heading, and at home adds nothing to the history',
  },
  {
    name: 'quiet words are too pale',
    file: 'src/shared/look.css',
    search: '--quiet: light-dark(#5a687c,',
    replace: '--quiet: light-dark(#8a94a5,',
    promise: 17,
    seenBy: 'node src/client/contrast.test.ts: theme every word can be read',
  },
  {
    name: 'the focus is not seen',
    file: 'src/shared/look.css',
    search: ':focus-visible {\n  outline: 2px solid var(--accent);',
    replace: ':focus-visible {\n  outline: none;',
    promise: 17,
    seenBy: 'chromium tests/e2e/any-eyes.spec.ts: who goes by keyboard sees the focus',
  },
  {
    name: 'reduced motion is not respected',
    file: 'src/shared/look.css',
    search: 'animation: none !important;',
    replace: '',
    promise: 17,
    seenBy: 'chromium tests/e2e/appearance.spec.ts: nothing moves',
  },
  {
    name: 'a long word is cut off at the edge of its card',
    file: 'src/client/components/card/thought-card.module.css',
    search: 'overflow-wrap: anywhere;\n  text-wrap: pretty;',
    replace: 'text-wrap: pretty;',
    promise: 17,
    seenBy:
      'chromium tests/e2e/any-eyes.spec.ts: on a screen of 320 px a long word wraps, and a finger hits every control',
  },
  {
    name: 'the buttons of a card are too small for a finger',
    file: 'src/client/components/icon-button.module.css',
    search: 'inline-size: 2.5rem;\n  block-size: 2.5rem;',
    replace: 'inline-size: 1.25rem;\n  block-size: 1.25rem;',
    promise: 17,
    seenBy:
      'chromium tests/e2e/any-eyes.spec.ts: on a screen of 320 px a long word wraps, and a finger hits every control',
  },
  {
    name: 'a text from right to left begins on the left',
    file: 'src/client/components/card/thought-card.tsx',
    search: 'dir="auto"',
    replace: 'dir="ltr"',
    promise: 17,
    seenBy:
      'dom src/client/components/card/thought-card.test.tsx: a text begins at the edge of its own direction',
  },
  {
    name: 'in forced colours the round button has no edge',
    file: 'src/client/pages/add-button.module.css',
    search: 'border: 2px solid ButtonText;',
    replace: 'border: 0;',
    promise: 17,
    seenBy:
      'chromium tests/e2e/appearance.spec.ts: with forced colours or more contrast what can be pressed keeps an outline',
  },
  {
    name: 'what is new comes in under a reader who has scrolled',
    file: 'src/client/reading/reader-activity.ts',
    search: '!isAtTop() || ',
    replace: '',
    promise: 3,
    seenBy:
      'dom src/client/pages/feed-page.test.tsx: wait while the reader has scrolled, and come in at the top',
  },
  {
    name: 'a reload loses a place further down',
    file: 'src/client/board.ts',
    search: 'place?.size ?? 0',
    replace: 'place === null ? 0 : 1',
    promise: 5,
    seenBy: 'node src/client/board.test.ts: as much as was loaded there',
  },
  {
    name: 'noon is at zero hours',
    file: 'src/client/components/card/format-date.ts',
    search: 'hours % 12 || 12',
    replace: 'hours % 12',
    promise: 18,
    seenBy: 'node src/client/components/card/format-date.test.ts: are right in each half hour',
  },
];
