import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';
import { createKeptBoard } from './kept-board.ts';

test("a document without any field, as another program may add it, keeps nobody's thoughts from being kept", async () => {
  // Google's emulator leaves out the fields of one that has none; the project's own never does.
  const documents = [
    { name: 'bare' },
    { name: 'thought', fields: { text: { stringValue: 'Hi' } } },
  ];
  const answers: Record<string, object> = {
    batchGet: { users: [] },
    runQuery: documents.map((document) => ({ document })),
  };
  const server = createServer(({ url = '' }, response) => {
    response.end(JSON.stringify(answers[url.slice(url.lastIndexOf(':') + 1)]));
  });
  const service = { host: '127.0.0.1', port: await listenLocally(server) };
  onTestFinished(() => closeServer(server));
  const folder = temporaryFolder();
  await createKeptBoard(folder, { auth: service, firestore: service }).close();
  expect(readFileSync(join(folder, 'board.json'), 'utf8')).toContain('"stringValue":"Hi"');
});
