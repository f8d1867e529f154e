/**
 * Makes Playwright write into a box of Firefox as the keyboard does. What it does there by itself, it
 * does behind React's back: it sets the value, of which React then believes to know already.
 * Runs in the page, before its scripts.
 */
export function insertAsKeysDo(): void {
  // The page gets this function alone.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const insert = (data: string): void => {
    const init = { data, inputType: 'insertText', bubbles: true, cancelable: true };
    const isWanted = document.activeElement?.dispatchEvent(new InputEvent('beforeinput', init));
    if (isWanted) document.execCommand('insertText', false, data);
  };
  // Playwright puts its own there later.
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}
