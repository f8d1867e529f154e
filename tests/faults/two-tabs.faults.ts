// @vitest-environment jsdom
import { startTrial } from './support/trial.ts';

// `npm test` draws the same sequences each time, this trial draws its own.
const { seed } = startTrial('two tabs');
process.env['SEED'] = String(seed);
await import('#tests/two-tabs.test.ts');
