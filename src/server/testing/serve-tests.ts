import { afterAll, beforeAll } from 'vitest';
import type { Dependencies } from '#server/app.ts';
import { createVisitor, signIn, type Visitor } from './sign-in.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A test server for the tests of a file, with people to use it. */
export interface ServedTests {
  server: () => TestServer;
  /** Someone signed in under a name; each call is another browser. */
  person: (name: string) => Promise<Visitor>;
  /** Someone signed out. */
  stranger: () => Visitor;
}

/** Starts a test server before the tests of a file, and stops it after them. */
export function serveTests(given: () => Partial<Dependencies> = () => ({})): ServedTests {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer(given());
  });
  afterAll(() => server?.close());
  const running = (): TestServer => {
    if (server === undefined) throw new Error('The test server runs only during tests.');
    return server;
  };
  return {
    server: running,
    person: (name) =>
      signIn(running().origin, { name, email: `${encodeURIComponent(name)}@example.com` }),
    stranger: () => createVisitor(running().origin),
  };
}
