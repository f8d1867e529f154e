import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };
import {
  keepWithinBudget,
  requirePolicyForAppCheck,
  siteOnFirebase,
  withoutPatterns,
} from './scripts/vite-plugins.ts';
import { parseFirebaseConfig } from './src/client/backend/firebase/config.ts';
import { PATHS } from './src/shared/wire.ts';

const {
  PORT = '3000',
  DEV_PORT = '5173',
  FIREBASE_CONFIG = '',
  FIREBASE_APP_CHECK_KEY = '',
} = process.env;
// Requests keep the host that the browser named: the server accepts no other.
const SERVER = { target: `http://localhost:${PORT}`, changeOrigin: false };

const RULES = readFileSync(join(import.meta.dirname, 'firebase/firestore.rules'), 'utf8');

export default defineConfig(({ mode }) => {
  const isSelfHosted = mode !== 'firebase';
  // With a wrong configuration, the site would fail for its visitors.
  if (!isSelfHosted && FIREBASE_CONFIG !== '')
    parseFirebaseConfig(FIREBASE_CONFIG, 'in FIREBASE_CONFIG');
  if (!isSelfHosted && FIREBASE_APP_CHECK_KEY !== '') requirePolicyForAppCheck();
  return {
    plugins: [
      react(),
      isSelfHosted
        ? keepWithinBudget('server')
        : [withoutPatterns(), siteOnFirebase(FIREBASE_CONFIG), keepWithinBudget('firebase')],
    ],
    define: {
      'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version),
      'import.meta.env.VITE_FIREBASE_CONFIG': JSON.stringify(FIREBASE_CONFIG),
      'import.meta.env.VITE_APP_CHECK_KEY': JSON.stringify(FIREBASE_APP_CHECK_KEY),
      // The switch in the rules is the site's, too, as both are deployed together.
      'import.meta.env.VITE_ARE_PACED': /function arePaced\(\) \{\s*return true;/u.test(RULES),
    },
    css: {
      modules: {
        // Names without a hash compress better; each file has a name of its own.
        generateScopedName: (local, file) => `${basename(file, '.module.css')}-${local}`,
      },
    },
    build: {
      outDir: isSelfHosted ? 'dist/client' : 'dist/firebase',
      target: ['chrome122', 'firefox129', 'safari17.5'],
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // A busy machine needs no warning.
        checks: { pluginTimings: false },
        // No module reads a property for its effect.
        treeshake: { propertyReadSideEffects: false },
        output: {
          // Half of the functions run before the first screen is shown; compiled one by one when called, they
          // would block the main thread. V8 compiles them all while it loads the file
          // (https://v8.dev/blog/explicit-compile-hints).
          postBanner: isSelfHosted ? '//# allFunctionsCalledOnLoad' : '',
          // The page of the local accounts loads the font by this name.
          assetFileNames: ({ names: [name = ''] }) =>
            `assets/[name]${name.endsWith('.woff2') ? '' : '-[hash]'}[extname]`,
        },
      },
      // The Firebase SDK is one chunk of 460 kB (104 kB sent), which only that build has.
      chunkSizeWarningLimit: 500,
    },
    server: {
      port: Number(DEV_PORT),
      // Another port than this one would be a foreign origin to the server.
      strictPort: true,
      proxy: Object.fromEntries(Object.values(PATHS).map((path) => [path, SERVER])),
    },
  };
});
