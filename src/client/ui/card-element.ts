/** The element of a thought's card, for its geometry. A look-up, since lists are measured across React's tree. */
export function cardElement(textID = ''): HTMLElement | null {
  return document.querySelector(`[data-thought="${CSS.escape(textID)}"]`);
}
