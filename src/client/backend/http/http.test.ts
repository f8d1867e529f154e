import { describeBackend } from '#client/backend/contract.ts';
import { createVisitor, signIn, type Visitor } from '#server/testing/sign-in.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { createNodeBrowser } from '#tests/setup/node-browser.ts';
import { createHttpBackend } from './http-backend.ts';

describeBackend('our own server', async () => {
  const server = await startTestServer();
  const open = (visitor: Visitor) => createHttpBackend(createNodeBrowser(visitor, server.origin));
  return {
    visitor: async () => open(createVisitor(server.origin)),
    person: async (name) =>
      open(await signIn(server.origin, { name, email: `${name.toLowerCase()}@mail.example` })),
    close: server.close,
  };
});
