import { describeBackend } from '#client/backend/contract.ts';
import { createVisitor, type Visitor } from '#tests/server/sign-in.ts';
import { startTestServer } from '#tests/server/test-board.ts';
import { createNodeBrowser } from '#tests/client/browser.ts';
import { createHttpBackend } from './http-backend.ts';

describeBackend('our own server', async () => {
  const server = await startTestServer();
  const open = (visitor: Visitor) => createHttpBackend(createNodeBrowser(visitor, server.origin));
  return {
    visitor: async () => open(createVisitor(server.origin)),
    person: async (name) => open(await server.person(name)),
    close: server.close,
  };
});
