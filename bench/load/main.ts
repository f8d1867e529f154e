import { createLoad, type Load } from './load.ts';

interface Command {
  name: keyof Load;
  options: never;
}

const load = createLoad();

// One command at a time: the parent waits for each.
process.on('message', ({ name, options }: Command) => {
  load[name](options).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.once('disconnect', () => process.exit());
