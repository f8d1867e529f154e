import { timestampFromMillis, type Thought } from '#shared/thought.ts';

export interface ThoughtRow {
  textID: string;
  uID: string;
  uName: string;
  text: string;
  /** Milliseconds since 1970 UTC. */
  createdAt: number;
  uProfile: string;
  version: number;
}

/** A thought as it travels, from the row it is kept in. */
export function thoughtFromRow(row: ThoughtRow): Thought {
  const { textID, uID, uName, text, createdAt, uProfile, version } = row;
  const timestamp = timestampFromMillis(createdAt);
  return { textID, uID, uName, text, createdAt: timestamp, uProfile, version };
}
