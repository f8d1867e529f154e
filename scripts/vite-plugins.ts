import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:css|html|js|svg|webmanifest)$/u;
const WEIGHED = /\.(?:css|js)$/u;

/** Bytes of all scripts and styles of a first visit, as a browser gets them: with brotli. */
export const BUDGET = 91_000;

/**
 * Writes brotli copies of the built files, so that the server need not compress. Prints the size of a first
 * visit, which loads everything built, and fails if that is over the budget, as it is with Firebase.
 */
export function compressWithinBudget(): Plugin {
  return {
    name: 'compress-within-budget',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      let visit = 0;
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSIBLE.test(name)) continue;
        const path = join(dir, name);
        const content = readFileSync(path);
        const brotli = brotliCompressSync(content);
        if (WEIGHED.test(name) && Object.hasOwn(bundle, name)) visit += brotli.length;
        writeFileSync(`${path}.br`, brotli);
      }
      const kilobytes = (visit / 1_000).toFixed(1);
      console.log(`Scripts and styles of a first visit: ${kilobytes} kB with brotli`);
      if (visit > BUDGET) this.error(`A first visit is over its budget of ${BUDGET / 1_000} kB.`);
    },
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
