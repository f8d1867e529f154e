import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFirebaseConfig } from '#client/backend/firebase/config.ts';
import { root, run } from './run.mjs';

try {
  process.env['VITE_BACKEND'] = 'firebase';
  process.env['VITE_FIREBASE_CONFIG'] = checkedConfig();
  await run('vite', ['build', '--outDir', 'dist/firebase', '--logLevel', 'warn']);
  // The hosting serves this page, with status 404, for unknown paths.
  copyFileSync(join(root, 'dist/firebase/index.html'), join(root, 'dist/firebase/404.html'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Checks the configuration before the build: with a wrong one, the site would fail for its visitors. */
function checkedConfig(): string {
  const config = process.env['FIREBASE_CONFIG'] ?? '';
  if (config === '') {
    console.log(
      'FIREBASE_CONFIG is not set: the site will ask its host for /__/firebase/init.json.',
    );
  } else {
    parseFirebaseConfig(config, 'in FIREBASE_CONFIG');
  }
  return config;
}
