/** What had the focus when a key went down, and under which name. */
interface Place {
  element: Element | null;
  name: string | null;
}

/**
 * Swallows what a key that is held down would do in another place than where it went down: it has
 * moved the focus, or renamed what it pressed. To be installed once, for as long as the page lives.
 */
export function installHeldKeyGuard(): void {
  let begun: Place = { element: null, name: null };
  const handleKey = (event: KeyboardEvent): void => {
    const now = placeOfFocus();
    if (!event.repeat) begun = now;
    const isSamePlace = now.element === begun.element && now.name === begun.name;
    if (isSamePlace || !actsIn(now, event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', handleKey, { capture: true });
}

function placeOfFocus(): Place {
  const { activeElement: element } = document;
  return { element, name: element?.getAttribute('title') ?? null };
}

/** Whether a key presses or types something, unlike those that walk on. */
function actsIn({ element }: Place, key: string): boolean {
  if (key === 'Enter' || key === ' ') return true;
  return key.length === 1 && element?.matches('input, textarea') === true;
}
