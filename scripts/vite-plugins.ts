import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, Rolldown, HtmlTagDescriptor } from 'vite';

/** Has V8 compile a whole file while it arrives: https://v8.dev/blog/explicit-compile-hints */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Puts V8's compile hint into the built scripts. Half of their functions run before the first
 * screen is there: compiled one by one as they are called, they would hold up the page's thread.
 */
export function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    // After the minifier, which leaves no comments, and before anything is weighed.
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk') output.code = HINT + output.code;
        }
      },
    },
  };
}

const COMPRESSIBLE = /\.(?:css|html|js|svg|webmanifest)$/u;

/** Below this many bytes a smaller file is not worth another look-up. */
const WORTHWHILE = 1_024;

/** Writes brotli and gzip siblings of the built files, so that our server need not compress. */
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
export const BUDGET = 91_500;

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
/** By `fetch`, and so only one of the same mode finds what was preloaded. */
const CONFIG = { rel: 'preload', as: 'fetch', crossorigin: true, href: '/__/firebase/init.json' };

/**
 * Has the page load the Firebase backend beside the client that imports it, and the hosting's
 * configuration too unless one is built in: each would wait for the one before otherwise.
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
