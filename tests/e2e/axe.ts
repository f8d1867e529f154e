import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The script of axe: minified, a third as long as what the package exports. */
export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs in the page: what axe finds there, each rule with the elements that break it. */
export async function runAxe(): Promise<string[][]> {
  const { violations } = await window.axe.run({
    rules: { 'target-size': { enabled: true } },
    // Otherwise axe describes everything else, too, which takes longer than finding it.
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}
