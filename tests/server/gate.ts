import type { Database, Statement } from '#server/database/database.ts';

export type Gate = ReturnType<typeof createGate>;

/** Creates a closed gate, where concurrent tasks wait, so that a test decides which goes first. */
export function createGate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    /** Waits until the gate is open. */
    pass: () => {
      reached.resolve();
      return opened.promise;
    },
    /** Resolves when someone waits, or has passed. */
    reached: reached.promise,
    open: opened.resolve,
  };
}

/** A database's `read` or `write` that resolves only after a wait. */
export function delayed(
  query: Database['read'],
  wait: (statements: readonly Statement[]) => Promise<void>,
): Database['read'] {
  return async <Results extends object[]>(...statements: Statement[]) => {
    const rows = await query<Results>(...statements);
    await wait(statements);
    return rows;
  };
}

/** An answer that waits for the test: `give` delivers it, `fail` rejects. */
export interface HeldAnswer {
  give: () => Promise<void>;
  fail: (reason: unknown) => Promise<void>;
}

/**
 * Holds a function's answers until the test releases them, in any order. Each is made at the call, so
 * that a held answer is as outdated as over a slow network.
 */
export function holdAnswers<Args extends unknown[], Answer>(
  answer: (...args: Args) => Answer | Promise<Answer>,
) {
  const held: HeldAnswer[] = [];
  const ask = (...args: Args): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const made = Promise.try(() => answer(...args));
    made.catch(() => {});
    held.push({
      give: () => made.then(resolve, reject).then(settled),
      fail: (reason) => {
        reject(reason);
        return settled();
      },
    });
    return promise;
  };
  return { ask, held };
}

/** Every order in which some things can happen. */
export function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    ordersOf(items.toSpliced(index, 1)).map((order) => [item, ...order]),
  );
}

/** Lets everything run that waits for promises alone. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** The answer to a request that gets none: it rejects when the request is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
