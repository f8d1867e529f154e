import type { Target } from '#bench/start-process.ts';
import { measureFanOut, type FanOut } from './live.ts';
import { measureRequests, type Requests } from './requests.ts';
import { Readers } from './readers.ts';

let target: Target = { port: 0, pid: 0, cookies: [] };
const readers = new Readers();

/** The commands of the load generator. Times are in milliseconds. */
const load = {
  aim: async (wanted: Target): Promise<void> => {
    target = wanted;
  },
  open: (options: { readers: number }) => readers.open(target, options.readers),
  fanOut: (options: FanOut) => measureFanOut(target, readers, options),
  /** Sends requests one after the other on each of some keep-alive connections. */
  requests: (options: Requests) => measureRequests(target, options),
  watchReturn: (options: { readers: number }) => readers.open(target, options.readers, true),
  awaitReturn: (options: { limit: number }) => readers.untilBack(target, options.limit),
};
export type Load = typeof load;

interface Command {
  name: keyof Load;
  options: never;
}

// One command at a time: the parent waits for each.
process.on('message', ({ name, options }: Command) => {
  const run: (given: never) => Promise<unknown> = load[name];
  run(options).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.once('disconnect', () => process.exit());
