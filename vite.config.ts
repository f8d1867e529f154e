import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist/client', target: 'baseline-widely-available' },
  server: {
    port: 5173,
    proxy: { '/api': SERVER, '/auth': SERVER, '/local-accounts': SERVER },
  },
});
