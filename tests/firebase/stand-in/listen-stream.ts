import type { Rules } from '#tests/firebase/rules/rules.ts';
import { isAccessAllowed, type Token } from './access.ts';
import type { StoredDocument } from './document-values.ts';
import { Refusal, REFUSALS, type Documents } from './documents.ts';
import { readQuery, runQuery, type StructuredQuery, type ThoughtsQuery } from './query-target.ts';

/** What a client says on its Listen stream. */
export interface ListenRequest {
  addTarget?: {
    targetId: number;
    query?: { structuredQuery: StructuredQuery };
    resumeToken?: string;
    readTime?: string;
  };
  removeTarget?: number;
}

export interface ListenStream {
  hear: (request: ListenRequest) => void;
  close: () => void;
}

interface Target {
  query: ThoughtsQuery;
  /** What the client has been sent, by name. */
  sent: Map<string, StoredDocument>;
}

/** The parts a stream is made of; all streams of a database share them but the last two. */
export interface ListenContext {
  rules: Rules;
  documents: Documents;
  /** Whether an index serves a query, as the project's index file has it. */
  isIndexed: (query: ThoughtsQuery) => boolean;
  now: () => string;
  token: Token;
  send: (response: object) => void;
}

/**
 * One Listen stream. After a change it sends what changed for each target, then one time for all
 * of them: the moment at which the client may show a consistent picture.
 */
export function createListenStream(context: ListenContext): ListenStream {
  const { rules, documents, isIndexed, now, token, send } = context;
  const targets = new Map<number, Target>();

  const tellMoment = (): void => {
    const readTime = now();
    send({
      targetChange: { targetChangeType: 'NO_CHANGE', readTime, resumeToken: encode(readTime) },
    });
  };
  const tellDifference = (targetId: number, { query, sent }: Target): boolean => {
    const everything = documents.all();
    const found = new Map(runQuery(query, everything).map((document) => [document.name, document]));
    const news = [...found.values()].filter((one) => sent.get(one.name) !== one);
    const lost = [...sent.keys()].filter((name) => !found.has(name));
    for (const document of news) send({ documentChange: { document, targetIds: [targetId] } });
    for (const document of lost) {
      const isDeleted = !everything.some(({ name }) => name === document);
      const gone = { document, removedTargetIds: [targetId], readTime: now() };
      send(isDeleted ? { documentDelete: gone } : { documentRemove: gone });
    }
    sent.clear();
    for (const [name, document] of found) sent.set(name, document);
    return news.length + lost.length > 0;
  };
  const addTarget = ({
    targetId,
    query,
    resumeToken,
    readTime,
  }: NonNullable<ListenRequest['addTarget']>): void => {
    const target: Target = { query: readQuery(query?.structuredQuery ?? {}), sent: new Map() };
    const path = target.query.collection;
    if (!isAccessAllowed(rules, { operation: 'list', path, token, time: now() })) {
      throw new Refusal('PERMISSION_DENIED');
    }
    if (!isIndexed(target.query)) throw new Refusal('FAILED_PRECONDITION');
    send({ targetChange: { targetChangeType: 'ADD', targetIds: [targetId] } });
    // Nothing is remembered of what a client knew, so one that resumes begins anew.
    const isResumed = resumeToken !== undefined || readTime !== undefined;
    if (isResumed) send({ targetChange: { targetChangeType: 'RESET', targetIds: [targetId] } });
    targets.set(targetId, target);
    tellDifference(targetId, target);
    const time = now();
    const moment = { readTime: time, resumeToken: encode(time) };
    send({ targetChange: { targetChangeType: 'CURRENT', targetIds: [targetId], ...moment } });
    tellMoment();
  };
  const stop = documents.subscribe(() => {
    const changed = [...targets].filter(([targetId, target]) => tellDifference(targetId, target));
    if (changed.length > 0) tellMoment();
  });

  return {
    hear: ({ addTarget: added, removeTarget: removed }) => {
      try {
        if (added) addTarget(added);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const cause = { code: REFUSALS[error.status].number, message: error.message };
        send({ targetChange: { targetChangeType: 'REMOVE', targetIds: [added?.targetId], cause } });
      }
      if (removed === undefined) return;
      targets.delete(removed);
      send({ targetChange: { targetChangeType: 'REMOVE', targetIds: [removed] } });
    },
    close: stop,
  };
}

function encode(readTime: string): string {
  return Buffer.from(readTime).toString('base64');
}
