import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

const KEPT_ARTIFACTS = 1_000;

interface Kept {
  payload: AdapterPayload;
  expiresAt: number;
}

/**
 * Creates the provider's memory: codes, tokens and interactions of the last minutes. It is lost
 * with the process, which costs no more than a sign-in under way.
 */
export function createAdapter(now: () => number): AdapterFactory {
  const kept = new Map<string, Kept>();

  const find = (key: string): AdapterPayload | undefined => {
    const entry = kept.get(key);
    return entry !== undefined && entry.expiresAt > now() ? entry.payload : undefined;
  };
  const keep = (key: string, entry: Kept): void => {
    kept.delete(key);
    kept.set(key, entry);
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT_ARTIFACTS && oldest !== undefined) kept.delete(oldest);
  };
  const remove = (fits: (payload: AdapterPayload) => boolean): void => {
    for (const [key, { payload }] of kept) if (fits(payload)) kept.delete(key);
  };
  const findWhere = (fits: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    const key = [...kept].find(([, { payload }]) => fits(payload))?.[0];
    return key === undefined ? undefined : find(key);
  };

  return (model): Adapter => ({
    upsert: async (id, payload, expiresIn = Infinity) =>
      keep(`${model}:${id}`, { payload, expiresAt: now() + expiresIn * 1000 }),
    find: async (id) => find(`${model}:${id}`),
    findByUid: async (uid) => findWhere((payload) => payload.kind === model && payload.uid === uid),
    // Only device sign-in, which is off, has user codes.
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = find(`${model}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(now() / 1000);
    },
    destroy: async (id) => {
      kept.delete(`${model}:${id}`);
    },
    revokeByGrantId: async (grantId) => remove((payload) => payload.grantId === grantId),
  });
}
