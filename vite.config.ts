import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { compressWithinBudget, preloadFirebase } from './scripts/vite-plugins.ts';
import { PATHS } from './src/shared/wire.ts';

const { PORT = '3000', DEV_PORT = '5173' } = process.env;
// Requests keep the host that the browser named: the server accepts no other.
const SERVER = { target: `http://localhost:${PORT}`, changeOrigin: false };

// Firebase's hosting compresses files itself, and its SDK alone is over the budget.
const isSelfHosted = process.env['VITE_BACKEND'] !== 'firebase';

export default defineConfig({
  plugins: [
    react(),
    isSelfHosted ? compressWithinBudget() : preloadFirebase(process.env['VITE_FIREBASE_CONFIG']),
  ],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  css: {
    modules: {
      // Names without a hash compress better; each file has a name of its own.
      generateScopedName: (local, file) => `${basename(file, '.module.css')}-${local}`,
    },
  },
  build: {
    outDir: 'dist/client',
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
    // The Firebase SDK is one chunk of 610 kB (143 kB sent), which only that build has.
    chunkSizeWarningLimit: 650,
  },
  server: {
    port: Number(DEV_PORT),
    // Another port than this one would be a foreign origin to the server.
    strictPort: true,
    proxy: Object.fromEntries(Object.values(PATHS).map((path) => [path, SERVER])),
  },
});
