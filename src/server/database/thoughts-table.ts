import type { Insertable, Selectable } from 'kysely';

/** The collection's rows: its five fields, the document's id, and the number of the edition. */
export interface ThoughtsTable {
  textID: string;
  uID: string;
  uName: string;
  text: string;
  /** Milliseconds since 1970 UTC. */
  createdAt: number;
  uProfile: string;
  version: number;
}
export type ThoughtRow = Selectable<ThoughtsTable>;
export type NewThoughtRow = Insertable<ThoughtsTable>;
