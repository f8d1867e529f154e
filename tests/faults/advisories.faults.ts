import { spawnSync } from 'node:child_process';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { startTrial } from './support/trial.ts';

const Audit = v.object({
  metadata: v.object({
    vulnerabilities: v.object({ high: v.number(), critical: v.number(), total: v.number() }),
  }),
});

test('no dependency has a known finding that is high or critical', (context) => {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' });
  const audit = v.safeParse(v.pipe(v.string(), v.parseJson(), Audit), stdout);
  if (!audit.success) return context.skip('The registry at hand does not answer `npm audit`.');
  const { high, critical, total } = audit.output.metadata.vulnerabilities;
  startTrial('advisories').report(`${total} known findings, ${high} high, ${critical} critical`);
  expect([high, critical]).toEqual([0, 0]);
});
