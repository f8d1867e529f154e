import type { Database } from './database.ts';
import type { Query, StoredDocument } from './query.ts';
import { Refusal, REFUSALS, type Caller } from './rules.ts';

/** A request of a client on its Listen stream. */
export interface ListenRequest {
  addTarget?: {
    targetId: number;
    /** Absent when the client requests documents by name. */
    query?: { structuredQuery: Query };
    resumeToken?: string;
  };
  removeTarget?: number;
}

interface Target {
  query: Query;
  /** The documents that the client has been sent, by name. */
  sent: ReadonlyMap<string, StoredDocument>;
}

export type ListenStream = ReturnType<typeof createListenStream>;

/**
 * One Listen stream, of the person with a token. After a change it sends what changed for each target, then one time for all of
 * them, as of which the client may show a consistent state.
 */
export function createListenStream(
  database: Database,
  token: Caller,
  send: (response: object) => void,
) {
  const targets = new Map<number, Target>();

  const moment = () => {
    const readTime = database.now();
    return { readTime, resumeToken: Buffer.from(readTime).toString('base64') };
  };
  const sendMoment = (): void =>
    send({ targetChange: { targetChangeType: 'NO_CHANGE', ...moment() } });
  const sendChange = (targetChangeType: string, targetId: number, rest?: object): void =>
    send({ targetChange: { targetChangeType, targetIds: [targetId], ...rest } });
  const sendRemoval = (targetId: number, name: string): void => {
    const gone = { document: name, removedTargetIds: [targetId], readTime: database.now() };
    send(database.exists(name) ? { documentRemove: gone } : { documentDelete: gone });
  };
  const sendDifference = (targetId: number, target: Target): boolean => {
    const { query, sent } = target;
    const found = new Map(database.run(query).map((document) => [document.name, document]));
    const changed = [...found.values()].filter((one) => sent.get(one.name) !== one);
    const removed = [...sent.keys()].filter((name) => !found.has(name));
    for (const document of changed) send({ documentChange: { document, targetIds: [targetId] } });
    for (const name of removed) sendRemoval(targetId, name);
    database.countReads(changed.length);
    target.sent = found;
    return changed.length + removed.length > 0;
  };
  const addTarget = (request: NonNullable<ListenRequest['addTarget']>): void => {
    const { targetId, resumeToken } = request;
    const query = request.query?.structuredQuery;
    if (query === undefined) throw new Refusal('INVALID_ARGUMENT');
    database.requireQuery(query, token);
    const target: Target = { query, sent: new Map() };
    sendChange('ADD', targetId);
    // The emulator does not remember what a client knew, so one that resumes starts over.
    if (resumeToken !== undefined) sendChange('RESET', targetId);
    targets.set(targetId, target);
    sendDifference(targetId, target);
    sendChange('CURRENT', targetId, moment());
    sendMoment();
  };
  const removeTarget = (targetId: number, cause?: object): void => {
    targets.delete(targetId);
    sendChange('REMOVE', targetId, cause && { cause });
  };
  const close = database.subscribe(() => {
    const changed = [...targets].filter(([targetId, target]) => sendDifference(targetId, target));
    if (changed.length > 0) sendMoment();
  });

  return {
    receive: ({ addTarget: added, removeTarget: removed }: ListenRequest): void => {
      try {
        if (added) addTarget(added);
      } catch (error) {
        if (!(error instanceof Refusal) || !added) throw error;
        const { status, message } = error;
        removeTarget(added.targetId, { code: REFUSALS[status].number, message });
      }
      if (removed !== undefined) removeTarget(removed);
    },
    close,
  };
}
