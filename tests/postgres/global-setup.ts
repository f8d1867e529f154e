import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

/** Starts a PostgreSQL for all tests of a project; each board has a database of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgres', await server.createDatabase());
  return server.remove;
}
