import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:css|html|js|svg|webmanifest)$/u;
const WEIGHED = /\.(?:css|js)$/u;

/** Bytes of all scripts and styles of a first visit, as a browser gets them: with brotli. */
export const BUDGETS = { server: 91_000, firebase: 195_000 };

/**
 * Prints the size of a first visit, which loads everything built, and fails if that is over the budget. Our server
 * need not compress: it is given brotli copies of the built files, as Firebase's hosting makes its own.
 */
export function keepWithinBudget(host: keyof typeof BUDGETS): Plugin {
  const budget = BUDGETS[host];
  return {
    name: 'keep-within-budget',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      let visit = 0;
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const isWeighed = WEIGHED.test(name) && Object.hasOwn(bundle, name);
        const isCopied = COMPRESSIBLE.test(name) && host === 'server';
        if (!isWeighed && !isCopied) continue;
        const path = join(dir, name);
        const brotli = brotliCompressSync(readFileSync(path));
        if (isWeighed) visit += brotli.length;
        if (isCopied) writeFileSync(`${path}.br`, brotli);
      }
      const kilobytes = (visit / 1_000).toFixed(1);
      console.log(`Scripts and styles of a first visit: ${kilobytes} kB with brotli`);
      if (visit > budget) this.error(`A first visit is over its budget of ${budget / 1_000} kB.`);
    },
  };
}

/**
 * Leaves `re2js` out of the SDK, of whose chunk it is a quarter: only its pipelines match patterns, and the board uses none.
 */
export function withoutPatterns(): Plugin {
  const none = '\0no-patterns';
  return {
    name: 'without-patterns',
    enforce: 'pre',
    resolveId: (id) => (id === 're2js' ? none : undefined),
    load: (id) => (id === none ? 'export const RE2JS = {};' : undefined),
  };
}

const BACKEND = '/backend/firebase/firebase-backend.ts';
/** The preload of the hosting's configuration; as `fetch`, because only a request of the same mode uses it. */
const CONFIG = { rel: 'preload', as: 'fetch', crossorigin: true, href: '/__/firebase/init.json' };

/**
 * Makes the page load the Firebase backend in parallel with the client that imports it, and the hosting's
 * configuration, too, unless one is built in; otherwise each would wait for the one before. Adds the page that
 * the hosting serves, with status 404, for unknown paths.
 */
export function siteOnFirebase(builtInConfig: string): Plugin {
  return {
    name: 'site-on-firebase',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const backend = Object.values(bundle ?? {}).find(
          (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(BACKEND),
        );
        if (backend === undefined) throw new Error(`No chunk holds ${BACKEND}.`);
        const chunk = { rel: 'modulepreload', crossorigin: true, href: `/${backend.fileName}` };
        const links = [chunk, ...(builtInConfig === '' ? [CONFIG] : [])];
        return links.map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' }));
      },
    },
    writeBundle: ({ dir = '' }) => copyFileSync(join(dir, 'index.html'), join(dir, '404.html')),
  };
}

/** Throws unless the policy of the hosting lets the script of App Check in. */
export function requirePolicyForAppCheck(): void {
  const settings = readFileSync(join(import.meta.dirname, '../firebase.json'), 'utf8');
  if (settings.includes('https://www.google.com/recaptcha/')) return;
  throw new Error(
    'FIREBASE_APP_CHECK_KEY needs a policy in firebase.json that lets reCAPTCHA in: docs/firebase.md has it.',
  );
}
