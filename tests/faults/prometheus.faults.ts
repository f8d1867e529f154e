import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { PATHS } from '#shared/wire.ts';
import { openTestServer, temporaryFolder } from '#server/testing/test-board.ts';

const Dashboard = v.object({
  panels: v.array(v.object({ targets: v.array(v.object({ expr: v.string() })) })),
});

// That the metrics it queries are there is tested beside them.
test.skipIf(!existsSync('/usr/bin/promtool'))(
  'Prometheus understands the metrics, and every query of the dashboard',
  async () => {
    const { origin } = await openTestServer();
    const metrics = await (await fetch(`${origin}${PATHS.metrics}`)).text();
    execFileSync('promtool', ['check', 'metrics'], { input: metrics, stdio: 'pipe' });
    const { panels } = v.parse(Dashboard, JSON.parse(readFileSync('deploy/grafana.json', 'utf8')));
    const rules = panels
      .flatMap(({ targets }) => targets.map(({ expr }) => expr))
      .map((query, index) => ({
        record: `query_${index}`,
        expr: query.replaceAll('$__rate_interval', '10s'),
      }));
    expect(rules.length).toBeGreaterThan(10);
    const file = join(temporaryFolder(), 'rules.yml');
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    execFileSync('promtool', ['check', 'rules', file], { stdio: 'pipe' });
  },
);
