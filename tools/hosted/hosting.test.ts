import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { startHosting } from './hosting.ts';

test.for([
  ['a file beside the site', '/../secret.txt', 404],
  ['an address that is none', '//[', 400],
] as const)('other people of this computer get nothing of %s', async ([, path, status]) => {
  const above = temporaryFolder();
  const folder = join(above, 'site');
  mkdirSync(folder);
  writeFileSync(join(above, 'secret.txt'), 'secret');
  writeFileSync(join(folder, '404.html'), 'nothing here');
  const service = { host: '127.0.0.1', port: 1 };
  const place = { port: 0, isOffline: false, folder };
  const { url, close } = await startHosting({ auth: service, firestore: service }, place);
  onTestFinished(close);
  // `fetch` would resolve the dots itself, as browsers do.
  const { hostname, port } = new URL(url);
  const answered = await new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      void text(response).then(() => resolve(response.statusCode));
    }).on('error', reject);
  });
  expect(answered).toBe(status);
});
