import * as v from 'valibot';
import { expect, test } from 'vitest';
import { PATHS, SessionBody, SignInBody } from '#shared/wire.ts';
import { createVisitor } from '#server/testing/sign-in.ts';
import { createTamperingIssuer } from '#server/testing/tampering-issuer.ts';
import { temporaryBoard } from '#server/testing/test-database.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { refusalByDomain } from './allowed-domains.ts';
import { cookieName } from './private-cookie.ts';

test('without domains everybody’s e-mail is allowed', () => {
  expect(refusalByDomain({ email: null, emailVerified: false }, [])).toBeNull();
});

test.for([
  ['whose e-mail is in them', ['board.example'], true, true],
  ['whose e-mail is elsewhere', ['other.example'], true, false],
  ['whose e-mail nobody verified', ['board.example'], false, false],
] as const)(
  'after a restart with other domains a person %s is signed in or not',
  async ([, allowDomains, isVerified, isSignedIn]) => {
    const board = await temporaryBoard();
    const { issuer, tampering, authorize } = createTamperingIssuer();
    tampering.about = { email: 'ada@board.example', email_verified: isVerified };
    const first = await startTestServer({ issuer }, board);
    const visitor = createVisitor(first.origin);
    const started = await visitor.send(PATHS.signIn, { method: 'POST' });
    const { url } = v.parse(SignInBody, await started.json());
    await visitor.send(authorize(url).href);
    const token = visitor.jar.header('/').split('=').at(-1);
    await first.close();

    const second = await startTestServer({ issuer, allowDomains }, board);
    const cookie = `${cookieName('session', second.origin)}=${token}`;
    const answer = await createVisitor(second.origin).send(PATHS.session, { headers: { cookie } });
    const { user } = v.parse(SessionBody, await answer.json());
    await second.close();
    expect(user !== null).toBe(isSignedIn);
  },
);
