import { createHash } from 'node:crypto';

/** The Google account a person signs in with. */
export interface GoogleAccount {
  name: string;
  email: string;
  picture: string;
}

interface Account extends GoogleAccount {
  localId: string;
  createdAt: string;
  lastLoginAt: string;
}

/** The accounts of the identity service: what its three calls answer. */
export interface Accounts {
  signInWithIdp: (body: { postBody?: string; requestUri?: string }) => object;
  lookup: (body: { idToken: string }) => object;
  refresh: (form: URLSearchParams) => object;
}

/** Accounts that are made when somebody first signs in; tokens are unsigned, as the emulator's. */
export function createAccounts(projectId: string): Accounts {
  const accounts = new Map<string, Account>();

  const signIn = (google: GoogleAccount): Account => {
    const localId = createHash('sha256').update(google.email).digest('hex').slice(0, 28);
    const now = String(Date.now());
    const createdAt = accounts.get(localId)?.createdAt ?? now;
    const account = { ...google, localId, createdAt, lastLoginAt: now };
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
    lookup: ({ idToken }) => {
      const { email, name, picture, ...account } = find(subjectOf(idToken));
      const shown = { email, displayName: name, photoUrl: picture };
      const provider = { ...shown, providerId: 'google.com', rawId: email, federatedId: email };
      return {
        users: [{ ...account, ...shown, emailVerified: true, providerUserInfo: [provider] }],
      };
    },
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
  };
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
export function unsignedToken(
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
