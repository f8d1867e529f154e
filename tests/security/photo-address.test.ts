import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { ADDRESSES } from '#tests/faults/support/script-payloads.ts';
import { startHttpsBoard, type HttpsBoard } from './https-board.ts';

let board: HttpsBoard;

beforeAll(async () => {
  board = await startHttpsBoard();
});
afterAll(() => board.close());

test('ASVS 1.2.2: of a photo address only https is kept, whatever the issuer says', async () => {
  for (const picture of [...ADDRESSES, 'http://evil.example/x.png', '//evil.example', 'x.png']) {
    board.issuer.tampering.about = { picture };
    const { cookie } = await board.signIn();
    const answer = await board.app.inject({ url: PATHS.session, headers: { cookie } });
    const { user } = answer.json<{ user: { photoURL: string | null } }>();
    const isKept = user.photoURL !== null;
    const isHTTPS = URL.parse(user.photoURL ?? '')?.protocol === 'https:';
    expect([picture, isKept && !isHTTPS]).toEqual([picture, false]);
  }
});
