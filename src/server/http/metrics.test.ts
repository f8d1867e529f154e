import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { openRecordedStream, openTestServer, type TestServer } from '#tests/server/test-board.ts';
import { createTamperingIssuer } from '#tests/server/tampering-issuer.ts';
import { WIDE_LIMITS } from '#tests/server/local-server.ts';

test('the metrics count what a server has done since its start, and all that the dashboard queries are there', async () => {
  const server = await openTestServer({
    limits: { ...WIDE_LIMITS, adds: { max: 1, periodMs: 60_000 } },
  });
  const ada = await server.person('ada');
  const stream = await openRecordedStream(ada);
  await openRecordedStream(ada);
  const [first, second] = [newId(), newId()];
  for (const id of [first, second]) {
    await ada.sendJSON('PUT', `${PATHS.thoughts}/${id}`, { text: 'hello' });
  }
  await fetch(`${server.origin}${PATHS.callback}`, { redirect: 'manual' });
  // Equal refusals are logged once, but all are counted.
  for (let press = 0; press < 2; press += 1) {
    await fetch(`${server.origin}${PATHS.signIn}`, { method: 'POST' });
  }
  await vi.waitFor(() => expect(stream.received()).toContain(first));
  const said = await scrape(server);
  const route = `method="PUT",route="${PATHS.thoughts}/:textID"`;
  for (const line of [
    'thought_cloud_streams 2',
    'thought_cloud_deliveries_total 2',
    'thought_cloud_write_queue 0',
    'thought_cloud_database_errors_total 0',
    `thought_cloud_requests_total{${route},status="200"} 1`,
    `thought_cloud_requests_total{${route},status="429"} 1`,
    'thought_cloud_refusals_total{code="sign-in-failed"} 1',
    'thought_cloud_refusals_total{code="forbidden"} 2',
  ]) {
    expect(said.split('\n')).toContain(line);
  }
  expect(said).toMatch(/^thought_cloud_commits_total [1-9]/mu);
  expect(said).toMatch(/^thought_cloud_commit_writes_total [1-9]/mu);
  expect(said).toMatch(/^nodejs_eventloop_lag_p99_seconds /mu);
  const dashboard = readFileSync('deploy/grafana.json', 'utf8');
  const queried = new Set(dashboard.match(/\b(?:thought_cloud|nodejs|process)_\w+/gu));
  expect(queried.size).toBeGreaterThan(10);
  for (const name of queried) expect(said).toMatch(new RegExp(`^${name}[{ ]`, 'mu'));
  // A second scrape finds the same totals, and does not add to them.
  const [once, twice] = [said, await scrape(server)].map(totalsIn);
  expect(once).toHaveLength(4);
  expect(twice).toEqual(once);
});

test('deliveries are timed from the commits that they follow', async () => {
  const server = await openTestServer({ limits: WIDE_LIMITS });
  const ada = await server.person('ada');
  const began = performance.now();
  const said = await vi.waitFor(async () => {
    // A feed that reads by itself just before it hears of a commit knows of no time.
    await ada.sendJSON('PUT', `${PATHS.thoughts}/${newId()}`, { text: 'hello' });
    const scraped = await scrape(server);
    expect(scraped).toMatch(/^thought_cloud_delivery_seconds_count [1-9]/mu);
    return scraped;
  });
  const seconds = (performance.now() - began) / 1_000;
  const [, delivery] = /^thought_cloud_delivery_seconds_sum (.*)/mu.exec(said) ?? [];
  expect(Number(delivery)).toBeGreaterThan(0);
  expect(Number(delivery)).toBeLessThan(seconds);
});

test('the metrics are for callers from METRICS_ALLOW, whatever a proxy calls them', async () => {
  const server = await openTestServer();
  const proxied = await openTestServer({
    trustProxy: ['127.0.0.1', '::1'],
    issuer: createTamperingIssuer().issuer,
  });
  const elsewhere = { 'x-forwarded-for': '203.0.113.7' };
  expect((await ask(server)).status).toBe(200);
  // The request comes from a proxy on this computer that the server does not know.
  expect((await ask(server, elsewhere)).status).toBe(403);
  expect((await ask(proxied, elsewhere)).status).toBe(403);
  expect((await ask(await openTestServer({ metricsAllow: ['203.0.113.0/24'] }))).status).toBe(403);
});

function ask({ origin }: TestServer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}${PATHS.metrics}`, { headers });
}

function totalsIn(said: string): string[] {
  return said.match(/^thought_cloud_(?:deliveries|commit\w*|database\w*)_total .*/gmu) ?? [];
}

async function scrape(server: TestServer): Promise<string> {
  return (await ask(server)).text();
}
