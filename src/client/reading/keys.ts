import { firstVisibleCard, scrollToTop } from './scroll.ts';

/** Installs the keys of docs/decisions/15-keys.md; returns what removes them. */
export function installKeys(): () => void {
  addEventListener('keydown', handleKey);
  return () => removeEventListener('keydown', handleKey);
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || hasModifier(event) || !isFocusFree()) return;
  const act = actionOf(event.key, event.repeat);
  if (act === undefined) return;
  // The key must not be typed into the field that it opens.
  event.preventDefault();
  act();
}

function actionOf(key: string, isRepeated: boolean): (() => void) | undefined {
  if (key === 'j') return () => moveFocus(1);
  if (key === 'k') return () => moveFocus(-1);
  if (isRepeated) return undefined;
  if (key === 'n') return pressOf(document, key);
  if (key === 'e') return pressOf(focusedCard(), key);
  if (key === '.') return pressOf(document, key) ?? goToTop;
  return undefined;
}

function hasModifier({ ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || isComposing;
}

function isFocusFree(): boolean {
  const { activeElement, body } = document;
  // First, because searching a long list at every typed key is slow.
  if (activeElement?.matches('input, textarea')) return false;
  // A dialog that is closing counts, too.
  if (document.querySelector('dialog') !== null) return false;
  return activeElement === null || activeElement === body || activeElement.closest('main') !== null;
}

function pressOf(parent: ParentNode | null, key: string): (() => void) | undefined {
  const control = parent?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  return control ? () => control.click() : undefined;
}

function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-text-id]') ?? null;
}

/** If no card has the focus, the first one in view gets it. */
function moveFocus(step: 1 | -1): void {
  const list = document.querySelector('main [role="list"]');
  if (list === null) return;
  const cards = [...list.querySelectorAll<HTMLElement>('[data-text-id]')];
  const focused = focusedCard();
  const next = focused === null ? firstVisibleCard(list) : cards[cards.indexOf(focused) + step];
  (next ?? focused ?? cards[0])?.focus();
}

function goToTop(): void {
  scrollToTop();
  document.querySelector('h1')?.focus({ preventScroll: true });
}
