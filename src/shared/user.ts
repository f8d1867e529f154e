import * as v from 'valibot';

/** The signed-in person, as their own browser may see them. Times are UTC strings (RFC 7231). */
export const User = v.object({
  uid: v.string(),
  displayName: v.nullable(v.string()),
  photoURL: v.nullable(v.string()),
  email: v.nullable(v.string()),
  metadata: v.object({
    creationTime: v.string(),
    lastSignInTime: v.string(),
  }),
});
export type User = v.InferOutput<typeof User>;
