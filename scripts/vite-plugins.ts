import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, Rolldown, HtmlTagDescriptor } from 'vite';

const COMPRESSIBLE = /\.(?:css|html|js|svg|webmanifest)$/u;

/** Files smaller than this (bytes) are not compressed. */
const WORTHWHILE = 1_024;

/** Writes brotli and gzip copies of the built files, so that the server need not compress. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSIBLE.test(name)) continue;
        const path = join(dir, name);
        const content = readFileSync(path);
        if (content.length < WORTHWHILE) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Bytes of all scripts and styles of a first visit, as a browser gets them: with brotli. */
export const BUDGET = 91_000;

const WEIGHED = /\.(?:css|js)$/u;
const FIREBASE = /\/node_modules\/@?firebase\//u;

type Output = Rolldown.OutputAsset | Rolldown.OutputChunk;

/**
 * Prints the size of a first visit, and fails a build that is over the budget or contains Firebase.
 * Everything built counts, because a first visit loads all of it.
 */
export function weightBudget(): Plugin {
  return {
    name: 'weight-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const outputs = Object.values(bundle).filter(({ fileName }) => WEIGHED.test(fileName));
      const foreign = outputs.find(holdsFirebase);
      if (foreign) this.error(`${foreign.fileName} holds code of Firebase.`);
      const contents = outputs.map((one) => (one.type === 'chunk' ? one.code : one.source));
      const brotli = contents.reduce((sum, one) => sum + brotliCompressSync(one).length, 0);
      console.log(`Scripts and styles of a first visit: ${kilobytes(brotli)} with brotli`);
      if (brotli > BUDGET) {
        this.error(`A first visit is over its budget of ${kilobytes(BUDGET)}.`);
      }
    },
  };
}

function holdsFirebase(output: Output): boolean {
  return output.type === 'chunk' && output.moduleIds.some((id) => FIREBASE.test(id));
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}

const BACKEND = '/backend/firebase/firebase-backend.ts';
/** The preload of the hosting's configuration; as `fetch`, because only a request of the same mode uses it. */
const CONFIG = { rel: 'preload', as: 'fetch', crossorigin: true, href: '/__/firebase/init.json' };

/**
 * Makes the page load the Firebase backend in parallel with the client that imports it, and the hosting's
 * configuration, too, unless one is built in; otherwise each would wait for the one before.
 */
export function preloadFirebase(builtInConfig = ''): Plugin {
  return {
    name: 'preload-firebase',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const backend = Object.values(bundle ?? {}).find(holdsBackend);
        if (backend === undefined) throw new Error(`No chunk holds ${BACKEND}.`);
        const chunk = { rel: 'modulepreload', crossorigin: true, href: `/${backend.fileName}` };
        return [chunk, ...(builtInConfig === '' ? [CONFIG] : [])].map(linkTo);
      },
    },
  };
}

function holdsBackend(output: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  return output.type === 'chunk' && (output.facadeModuleId?.endsWith(BACKEND) ?? false);
}

function linkTo(attrs: Record<string, string | boolean>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}
