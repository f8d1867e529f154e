import { createHash } from 'node:crypto';
import { Refusal } from './refusal.ts';

/** The Google account a person signs in with. */
export interface GoogleAccount {
  name: string;
  email: string;
  picture: string;
}

/** An account; what it lacks is ''. */
interface Account extends GoogleAccount {
  localId: string;
  emailVerified: boolean;
  /** Whether its person has signed in, which is with Google. */
  hasSignedIn: boolean;
  createdAt: string;
  lastLoginAt: string;
}

/** An account as the owner uploads it. */
interface UploadedAccount {
  localId: string;
  displayName?: string;
  photoUrl?: string;
  email?: string;
  emailVerified?: boolean;
  createdAt?: string;
  lastLoginAt?: string;
}

/** The accounts of the identity service: what its calls answer. */
export interface Accounts {
  signInWithIdp: (body: { postBody?: string; requestUri?: string }) => object;
  lookup: (body: { idToken: string }) => object;
  refresh: (form: URLSearchParams) => object;
  /** The owner's upload: accounts are added under ids of the owner's. */
  batchCreate: (body: { users: readonly UploadedAccount[] }) => object;
  /** A page of all accounts, in the order of their ids. */
  batchGet: (query: URLSearchParams) => object;
}

/** Accounts that are made when somebody first signs in; tokens are unsigned, as the emulator's. */
export function createAccounts(projectId: string): Accounts {
  const accounts = new Map<string, Account>();

  const signIn = (google: GoogleAccount): Account => {
    const now = String(Date.now());
    // An account that was uploaded with the e-mail becomes theirs.
    const former = accounts.values().find(({ email }) => email === google.email);
    const localId =
      former?.localId ?? createHash('sha256').update(google.email).digest('hex').slice(0, 28);
    const createdAt = former?.createdAt ?? now;
    const marks = { emailVerified: true, hasSignedIn: true };
    const account = { ...google, ...marks, localId, createdAt, lastLoginAt: now };
    accounts.set(localId, account);
    return account;
  };
  const tokens = (account: Account) => ({
    idToken: unsignedToken(account, projectId),
    refreshToken: account.localId,
    expiresIn: '3600',
    localId: account.localId,
  });
  const find = (localId: string): Account => {
    const account = accounts.get(localId);
    if (account === undefined) throw new Error(`There is no account ${localId}`);
    return account;
  };

  /** Why an account can't be added, in the words of the official emulator; null when it can. */
  const refusalOf = ({ localId, email }: { localId: string; email: string }): string | null => {
    if (accounts.has(localId)) return 'localId belongs to an existing account - can not overwrite.';
    if (email === '') return null;
    if (!/^[^@\s]+@[^@\s]+$/u.test(email)) return 'email is invalid';
    const isUsed = accounts.values().some((other) => other.email === email.toLowerCase());
    return isUsed ? 'email exists in other account in database' : null;
  };

  return {
    signInWithIdp: ({ postBody, requestUri = '' }) => {
      // A credential comes in the body; a popup's or a redirect's outcome in the address.
      const form = new URLSearchParams(postBody ?? new URL(requestUri).search);
      const google: GoogleAccount = JSON.parse(form.get('id_token') ?? '');
      const account = signIn(google);
      return {
        ...tokens(account),
        providerId: 'google.com',
        federatedId: `https://accounts.google.com/${google.email}`,
        emailVerified: true,
        email: google.email,
        displayName: google.name,
        photoUrl: google.picture,
        rawUserInfo: JSON.stringify(google),
        oauthIdToken: form.get('id_token'),
      };
    },
    lookup: ({ idToken }) => ({ users: [describe(find(subjectOf(idToken)))] }),
    refresh: (form) => {
      const account = find(form.get('refresh_token') ?? '');
      const { idToken, refreshToken, expiresIn, localId } = tokens(account);
      return {
        id_token: idToken,
        access_token: idToken,
        refresh_token: refreshToken,
        expires_in: expiresIn,
        user_id: localId,
        token_type: 'Bearer',
        project_id: projectId,
      };
    },
    batchCreate: ({ users }) => {
      requireDistinct(users.map(({ localId }) => localId));
      requireDistinct(users.flatMap(({ email }) => email ?? []));
      const error = users.flatMap(({ localId, ...user }, index) => {
        const { displayName: name = '', photoUrl: picture = '', email = '' } = user;
        const { emailVerified = false, createdAt = '0', lastLoginAt = '0' } = user;
        const message = refusalOf({ localId, email });
        if (message !== null) return [{ index, message }];
        const marks = { emailVerified, hasSignedIn: false, createdAt, lastLoginAt };
        accounts.set(localId, { ...marks, localId, name, picture, email: email.toLowerCase() });
        return [];
      });
      return { kind: 'identitytoolkit#UploadAccountResponse', ...(error.length > 0 && { error }) };
    },
    batchGet: (query) => {
      const [after, limit] = [query.get('nextPageToken') ?? '', Number(query.get('maxResults'))];
      const users = [...accounts.values()]
        .filter(({ localId }) => localId > after)
        .toSorted((a, b) => (a.localId < b.localId ? -1 : 1))
        .slice(0, limit);
      const nextPageToken = users.length === limit ? users.at(-1)?.localId : undefined;
      return { users: users.map(describe), nextPageToken };
    },
  };
}

/** Refuses all accounts when two of them have the same. */
function requireDistinct(values: readonly string[]): void {
  if (new Set(values).size < values.length) throw new Refusal('INVALID_ARGUMENT');
}

/** An account as the service answers with it. */
function describe({ email, name, picture, hasSignedIn, ...account }: Account): object {
  const shown = {
    ...(email !== '' && { email }),
    ...(name !== '' && { displayName: name }),
    ...(picture !== '' && { photoUrl: picture }),
  };
  const provider = { ...shown, providerId: 'google.com', rawId: email, federatedId: email };
  return { ...account, ...shown, ...(hasSignedIn && { providerUserInfo: [provider] }) };
}

/** The claims of a token; nothing about it is verified. */
export function readToken(token: string): Readonly<Record<string, unknown>> {
  const claims: Record<string, unknown> = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  );
  return claims;
}

function subjectOf(token: string): string {
  return String(readToken(token)['sub']);
}

/** An ID token that emulators take for a real one. */
function unsignedToken(
  { localId, name, email, picture }: Pick<Account, 'localId' | keyof GoogleAccount>,
  projectId: string,
): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    iat: now,
    auth_time: now,
    exp: now + 3600,
    sub: localId,
    user_id: localId,
    name,
    picture,
    email,
    email_verified: true,
    firebase: { identities: { 'google.com': [email] }, sign_in_provider: 'google.com' },
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
