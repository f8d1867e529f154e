import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

const SERVER = 'http://localhost:3000';

export default defineConfig({
  // Firebase's hosting compresses by itself.
  plugins: [react(), process.env['VITE_BACKEND'] !== 'firebase' && precompress()],
  build: {
    outDir: 'dist/client',
    target: 'baseline-widely-available',
    // The Firebase SDK is one chunk of 545 kB (165 kB sent), which only that build has.
    chunkSizeWarningLimit: 600,
  },
  server: {
    port: 5173,
    proxy: { '/api': SERVER, '/auth': SERVER, '/local-accounts': SERVER },
  },
});
