import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';
import { callAsOwner } from './owner.ts';

test.for([
  ['that is aborted is made again', 409, 'ABORTED', { name: 'stored' }],
  ['whose id is taken is an error at once', 409, 'ALREADY_EXISTS', null],
  ['that is wrong is an error at once', 400, 'INVALID_ARGUMENT', null],
] as const)('a call %s', async ([, status, code, stored]) => {
  const answers = [
    { status, body: { error: { code: status, message: 'As it is.', status: code } } },
    { status: 200, body: { name: 'stored' } },
  ];
  const server = createServer((_request, response) => {
    const answer = answers.shift();
    response.writeHead(answer?.status ?? 500).end(JSON.stringify(answer?.body, null, 2));
  });
  const port = await listenLocally(server);
  onTestFinished(() => closeServer(server));
  const called = callAsOwner({ host: '127.0.0.1', port }, 'POST /documents:commit', {});
  if (stored === null) await expect(called).rejects.toThrow(`${status} `);
  else expect(await called).toEqual(stored);
  expect(answers).toHaveLength(stored === null ? 1 : 0);
});
