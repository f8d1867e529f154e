import { expect, test } from 'vitest';
import { serveTests } from '#server/testing/serve-tests.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { sendBrokenHTTP } from '#tests/faults/trials/broken-http.ts';

const { server } = serveTests();

test('no broken HTTP makes the server fail, and others are served meanwhile', async () => {
  const { failed, slowest } = await sendBrokenHTTP(startTrial('broken HTTP'), {
    origin: server().origin,
    changed: 150,
  });
  expect(failed).toEqual([]);
  // Of a machine that does other things besides; a server held up would take minutes.
  expect(slowest).toBeLessThan(5_000);
});
