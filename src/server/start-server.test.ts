import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { readConfig } from '#server/config.ts';
import { findFreePort, startWithoutLimits } from '#tests/server/local-server.ts';
import { signIn } from '#tests/server/sign-in.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';

test('a stop finishes the requests under way before it closes the database', async () => {
  const port = await findFreePort('localhost');
  const config = readConfig({ PORT: String(port), DATA_DIR: temporaryFolder() });
  const server = await startWithoutLimits(config, null);
  const ada = await signIn(server.publicURL, { name: 'Ada', email: 'ada@example.org' });
  const body = new TransformStream<string, string>();
  const sent = body.writable.getWriter();
  const init = {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: body.readable.pipeThrough(new TextEncoderStream()),
    duplex: 'half',
  };
  const answer = ada.send(`${PATHS.thoughts}/${newId()}`, init);
  await sent.write('{"text":');
  await ada.send(PATHS.ready);
  const closed = server.close();
  // Nobody else is let in once the server closes.
  const isOpen = () =>
    ada.send(PATHS.ready).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isOpen, { interval: 20 }).toBe(false);
  await sent.write('"under way"}');
  await sent.close();
  expect((await answer).status).toBe(200);
  await closed;
});
