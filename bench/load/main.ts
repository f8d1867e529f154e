import type { Target } from '#bench/start-process.ts';
import { Load } from './load.ts';

// The first message is the target; then follow commands, of which the parent waits for each.
process.once('message', (target: Target) => {
  const load = new Load(target);
  process.on('message', ({ name, options }: { name: keyof Load; options: never }) => {
    const run: (given: never) => Promise<unknown> = load[name].bind(load);
    run(options).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ failure: String(error) }),
    );
  });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
