import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';
import { callAsOwner } from './owner.ts';

test('a call that is aborted is made again', async () => {
  const { call, left } = await serveRefusal(409, 'ABORTED');
  expect(await call()).toEqual({ name: 'stored' });
  expect(left()).toBe(0);
});

test.for([
  ['whose id is taken', 409, 'ALREADY_EXISTS'],
  ['that is wrong', 400, 'INVALID_ARGUMENT'],
] as const)('a call %s is an error at once', async ([, code, status]) => {
  const { call, left } = await serveRefusal(code, status);
  await expect(call()).rejects.toThrow(`${code} `);
  expect(left()).toBe(1);
});

/** Serves what refuses the first call and takes the next; `left` is how many answers it has not given. */
async function serveRefusal(code: number, status: string) {
  const answers = [
    { code, body: { error: { code, message: 'As it is.', status } } },
    { code: 200, body: { name: 'stored' } },
  ];
  const server = createServer((_request, response) => {
    const answer = answers.shift();
    response.writeHead(answer?.code ?? 500).end(JSON.stringify(answer?.body, null, 2));
  });
  const service = { host: '127.0.0.1', port: await listenLocally(server) };
  onTestFinished(() => closeServer(server));
  const call = () => callAsOwner(service, 'POST /documents:commit', {});
  return { call, left: () => answers.length };
}
