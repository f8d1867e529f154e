const DURATION_MS = 160;
/** More than this at once is another list, not a removal. */
const MOST = 3;

/** A ref for a list of `data-text-id` items: a removed one folds away, where motion is welcome. */
export function foldRemoved(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  const observer = new MutationObserver((records) => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const removals = records.flatMap(({ removedNodes, nextSibling }) =>
      [...removedNodes].filter(isGone).map((item) => ({ item, nextSibling })),
    );
    // Above what is in view it would only push that about.
    if (removals.length > MOST || list.getBoundingClientRect().top < 0) return;
    for (const { item, nextSibling } of removals) fold(item, { list, nextSibling });
    // The items put back, and taken away in the end, are none of the list's.
    observer.takeRecords();
  });
  observer.observe(list, { childList: true });
  return () => observer.disconnect();
}

/** Whether an item left the page, and did not merely change its place. */
function isGone(node: Node): node is HTMLElement {
  if (!(node instanceof HTMLElement) || node.isConnected) return false;
  const { textId } = node.dataset;
  return (
    textId !== undefined &&
    document.querySelector(`[data-text-id="${CSS.escape(textId)}"]`) === null
  );
}

function fold(
  item: HTMLElement,
  { list, nextSibling }: { list: HTMLElement; nextSibling: Node | null },
): void {
  delete item.dataset['textId'];
  item.inert = true;
  list.insertBefore(item, nextSibling?.parentNode === list ? nextSibling : null);
  const gap = getComputedStyle(list).rowGap;
  item.style.overflow = 'clip';
  const folding = item.animate(
    [
      { blockSize: `${item.offsetHeight}px`, opacity: 1 },
      { blockSize: 0, marginBlockEnd: `-${gap}`, opacity: 0 },
    ],
    { duration: DURATION_MS, easing: 'ease-out' },
  );
  for (const end of ['finish', 'cancel']) folding.addEventListener(end, () => item.remove());
}
