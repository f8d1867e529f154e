import { expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { PUBLIC_URL, serveHttpsBoard } from './https-board.ts';

const board = await serveHttpsBoard();

test('ASVS 10.1.1, 14.2.1 and 16.2.5: no secret is in a log, an address, a body or the database', async () => {
  const ada = await board.signIn();
  const sessions = await board.database.read({ sql: 'select * from "sessions"' });
  const headers = { cookie: ada.cookie, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
  const path = `${PATHS.thoughts}/${'a'.repeat(20)}`;
  const answers = [
    await board.app.inject({ url: PATHS.session, headers }),
    await board.app.inject({ method: 'PUT', url: path, headers, payload: { text: 'mine' } }),
    await board.app.inject({ url: PATHS.thoughts, headers }),
    await board.app.inject({ method: 'PUT', url: path, headers, payload: '{"text":' }),
    // The first code was used before, the second is made up.
    await board.app.inject({ url: `${PATHS.callback}?code=${ada.code}&state=x`, headers }),
    await board.app.inject({ url: '/profile/', headers }),
    await board.app.inject({ method: 'DELETE', url: PATHS.session, headers }),
  ];
  board.issuer.tampering.claims = { nonce: 'another' };
  const refused = await board.signIn();
  board.issuer.tampering.claims = {};
  expect(board.log.length).toBeGreaterThan(0);

  const places = {
    log: board.log,
    addresses: [...ada.addresses, ...answers.map(({ headers: { location } }) => String(location))],
    database: [JSON.stringify(sessions)],
    bodies: [...ada.bodies, ...answers.map(({ body }) => body)],
  };
  const token = ada.cookie.split('=')[1] ?? '';
  const secrets = {
    'the session token': token,
    'the code': ada.code,
    'the code of a refused sign-in': refused.code,
    'the client secret': board.issuer.issuer.clientSecret,
    'the access token': 'access-token',
  };
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret).not.toBe('');
    for (const [place, texts] of Object.entries(places)) {
      const found = texts.some((text) => text.includes(secret));
      expect([name, place, found]).toEqual([name, place, false]);
    }
  }
});
