import { afterAll, expect, test } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { uidOf } from '#client/backend/contract.ts';
import { openFirebaseWorld, watchFeed } from './chromium/firebase-world.ts';

const world = await openFirebaseWorld({ appCheckKey: 'site-key' });
afterAll(world.close);

test('with a site key, every request for data carries what App Check has attested', async () => {
  const ada = await world.person('Ada');
  const stream = ada.page.waitForRequest('**/Listen/channel?*');
  await watchFeed(ada);
  expect(decodeURIComponent((await stream).postData() ?? '')).toContain(
    'x-firebase-appcheck:attested',
  );
  const commit = ada.page.waitForRequest('**/documents:commit*');
  await ada.addThought({ author: await uidOf(ada), textID: newId(), text: 'attested' }, NEVER);
  expect((await commit).headers()['x-firebase-appcheck']).toBe('attested');
});
