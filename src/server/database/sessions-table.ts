/** Sessions by the hash of their token; the token itself is only in its browser. Times in milliseconds. */
export interface SessionsTable {
  tokenHash: string;
  uid: string;
  createdAt: number;
  lastSeenAt: number;
}
