import { EventSource } from 'eventsource';
import { describeBackend } from '#client/backend/contract.ts';
import { createVisitor, signIn, type Visitor } from '#server/testing/sign-in.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import type { Browser } from './browser.ts';
import { createHttpBackend } from './http-backend.ts';

describeBackend('our own server', async () => {
  const server = await startTestServer();
  const open = (visitor: Visitor) => createHttpBackend(browserOf(visitor, server.origin));
  return {
    visitor: async () => open(createVisitor(server.origin)),
    person: async (name) =>
      open(await signIn(server.origin, { name, email: `${name.toLowerCase()}@mail.example` })),
    close: server.close,
  };
});

/** A browser of one tab, always shown, always with a network. */
function browserOf(visitor: Visitor, origin: string): Browser {
  const fetch: typeof globalThis.fetch = (input, init) =>
    visitor.send(input instanceof Request ? input.url : String(input), init);
  return {
    fetch,
    openEventSource: (url) => new EventSource(new URL(url, origin), { fetch }),
    navigate: (url) => {
      throw new Error(`Left the page for ${url}`);
    },
    isVisible: () => true,
    isOnline: () => true,
    onPresenceChange: () => () => {},
    onActivity: () => () => {},
    onAccountChange: () => () => {},
  };
}
