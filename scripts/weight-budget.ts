import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Bytes of all scripts and styles of a first visit, as a browser gets them: with brotli. */
export const BUDGET = 94_000;

const WEIGHED = /\.(?:css|js)$/u;
const FIREBASE = /\/node_modules\/@?firebase\//u;

type Output = Rolldown.OutputAsset | Rolldown.OutputChunk;

/**
 * Prints what a first visit weighs, and fails the build that is over the budget or has Firebase in
 * it. Everything built counts, because a first visit loads all of it.
 */
export function weightBudget(): Plugin {
  return {
    name: 'weight-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const outputs = Object.values(bundle).filter(({ fileName }) => WEIGHED.test(fileName));
      const foreign = outputs.find(holdsFirebase);
      if (foreign) this.error(`${foreign.fileName} holds code of Firebase.`);
      const brotli = sum(outputs, (content) => brotliCompressSync(content).length);
      const gzip = sum(outputs, (content) => gzipSync(content, { level: 9 }).length);
      const weights = `${kilobytes(brotli)} with brotli, ${kilobytes(gzip)} with gzip`;
      console.log(`Scripts and styles of a first visit: ${weights}`);
      if (brotli > BUDGET) {
        this.error(`A first visit is over its budget of ${kilobytes(BUDGET)}: ${weights}.`);
      }
    },
  };
}

function holdsFirebase(output: Output): boolean {
  return output.type === 'chunk' && output.moduleIds.some((id) => FIREBASE.test(id));
}

function sum(outputs: readonly Output[], weigh: (content: string | Uint8Array) => number): number {
  return outputs.reduce(
    (total, output) => total + weigh(output.type === 'chunk' ? output.code : output.source),
    0,
  );
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
