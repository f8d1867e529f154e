import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as v from 'valibot';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { findFreePort, WIDE_LIMITS } from '#tests/server/local-server.ts';
import { openRecordedStream, openTestServer } from '#tests/server/test-board.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { needPrograms } from './support/programs.ts';

const Dashboard = v.object({
  panels: v.array(v.object({ targets: v.array(v.object({ expr: v.string() })) })),
});
const QueryAnswer = v.object({
  status: v.literal('success'),
  data: v.object({ result: v.array(v.unknown()) }),
});

test('Prometheus reads the metrics, and every query of the dashboard has a result', async ({
  skip,
}) => {
  needPrograms(skip, 'prometheus', 'promtool');
  const limits = { ...WIDE_LIMITS, adds: { max: 1, periodMs: 1_000 } };
  const server = await openTestServer({ limits });
  const query = await startPrometheus(new URL(server.origin).host);
  const ada = await server.person('ada');
  await openRecordedStream(ada);
  const metrics = await (await fetch(`${server.origin}${PATHS.metrics}`)).text();
  execFileSync('promtool', ['check', 'metrics'], { input: metrics, stdio: 'pipe' });
  const { panels } = v.parse(Dashboard, JSON.parse(readFileSync('deploy/grafana.json', 'utf8')));
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(10);
  await vi.waitFor(
    async () => {
      const add = `${PATHS.thoughts}/${newId()}`;
      for (const site of ['same-origin', 'same-origin', 'cross-site']) {
        const headers = { 'content-type': 'application/json', 'sec-fetch-site': site };
        await ada.send(add, { method: 'PUT', headers, body: '{"text":"hello"}' });
      }
      const results = await Promise.all(queries.map(query));
      expect(queries.filter((_, index) => results[index]?.length === 0)).toEqual([]);
    },
    { timeout: 60_000, interval: 1_000 },
  );
});

/** Starts a Prometheus that reads a server's metrics; resolves with how to ask it. */
async function startPrometheus(target: string): Promise<(expr: string) => Promise<unknown[]>> {
  const folder = temporaryFolder();
  const job = { job_name: 'thought-cloud', static_configs: [{ targets: [target] }] };
  const config = { global: { scrape_interval: '1s' }, scrape_configs: [job] };
  // JSON is valid YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const origin = `127.0.0.1:${await findFreePort('127.0.0.1')}`;
  const [file, data] = [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
  ];
  const args = [file, data, `--web.listen-address=${origin}`];
  const prometheus = spawn('prometheus', args, { stdio: 'ignore' });
  const exited = once(prometheus, 'exit');
  onTestFinished(async () => {
    prometheus.kill();
    await exited;
  });
  return async (expr) => {
    const search = new URLSearchParams({ query: expr.replaceAll('$__rate_interval', '10s') });
    const answer = await fetch(`http://${origin}/api/v1/query?${search}`);
    return v.parse(QueryAnswer, await answer.json()).data.result;
  };
}
