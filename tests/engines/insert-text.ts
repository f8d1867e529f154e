/**
 * Makes Playwright type into a field in Firefox as the keyboard does. By itself it sets the value, behind
 * React's back: React then thinks that it knows the value already. Runs in the page, before its scripts.
 */
export function insertAsKeysDo(): void {
  // Only this function is sent to the page.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const insert = (data: string): void => {
    const init = { data, inputType: 'insertText', bubbles: true, cancelable: true };
    const isWanted = document.activeElement?.dispatchEvent(new InputEvent('beforeinput', init));
    if (isWanted) document.execCommand('insertText', false, data);
  };
  // Playwright later tries to set its own function here.
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}
