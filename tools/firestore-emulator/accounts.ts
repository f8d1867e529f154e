import { createHash } from 'node:crypto';
import { Refusal } from './rules.ts';

/** An account, as the owner uploads it and the service returns it. */
interface Account {
  localId: string;
  displayName?: string | undefined;
  photoUrl?: string | undefined;
  email?: string | undefined;
  emailVerified?: boolean;
  createdAt?: string;
  lastLoginAt?: string;
  /** The providers of people who have signed in: Google alone. */
  providerUserInfo?: readonly object[];
}

/** The calls of the identity service. Tokens are unsigned, as the official emulator's. */
export function createAccounts() {
  const accounts = new Map<string, Account>();

  const signIn = (google: { name: string; email: string; picture: string }): Account => {
    const { name: displayName, picture: photoUrl, email } = google;
    const now = String(Date.now());
    // The person takes over an account that was uploaded with their e-mail.
    const existing = accounts.values().find((other) => other.email === email);
    const localId =
      existing?.localId ?? createHash('sha256').update(email).digest('hex').slice(0, 28);
    const shown = { displayName, photoUrl, email };
    const provider = { ...shown, providerId: 'google.com', rawId: email, federatedId: email };
    const times = { createdAt: existing?.createdAt ?? now, lastLoginAt: now };
    const account = { ...shown, ...times, localId, emailVerified: true };
    accounts.set(localId, { ...account, providerUserInfo: [provider] });
    return account;
  };
  const find = (localId: unknown): Account => {
    const account = accounts.get(String(localId));
    if (account === undefined) throw new Refusal('INVALID_ARGUMENT', 'USER_NOT_FOUND');
    return account;
  };

  return {
    signInWithIdp: ({ postBody, requestUri = '' }: { postBody?: string; requestUri?: string }) => {
      // A credential is in the body; the outcome of a popup or a redirect is in the address.
      const form = new URLSearchParams(postBody ?? new URL(requestUri).search);
      const account = signIn(JSON.parse(form.get('id_token') ?? ''));
      const { localId } = account;
      const tokens = { idToken: unsignedToken(account), refreshToken: localId };
      return { ...tokens, localId, expiresIn: '3600', providerId: 'google.com' };
    },
    lookup: ({ idToken }: { idToken: string }) => ({ users: [find(readToken(idToken)['sub'])] }),
    refresh: (form: URLSearchParams) => {
      const account = find(form.get('refresh_token'));
      const tokens = { access_token: unsignedToken(account), expires_in: '3600' };
      return { ...tokens, refresh_token: account.localId };
    },
    /** The owner's upload, which adds accounts under ids that the owner chooses. */
    batchCreate: ({ users }: { users: readonly Account[] }) => {
      for (const user of users) {
        const rest = { emailVerified: false, createdAt: '0', lastLoginAt: '0', ...user };
        accounts.set(user.localId, { ...rest, email: user.email?.toLowerCase() });
      }
      return { kind: 'identitytoolkit#UploadAccountResponse' };
    },
    batchGet: () => ({ users: [...accounts.values()] }),
  };
}

/** The claims of a token; nothing about it is verified. */
export function readToken(token: string): Readonly<Record<string, unknown>> {
  const claims: Record<string, unknown> = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  );
  return claims;
}

/** An ID token, with what the web SDK and the rules read of it. */
function unsignedToken(account: Account): string {
  const { localId: sub, displayName: name, photoUrl: picture, email } = account;
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iat: now,
    auth_time: now,
    exp: now + 3600,
    sub,
    user_id: sub,
    name,
    picture,
    email,
    email_verified: true,
    firebase: { identities: { 'google.com': [email] }, sign_in_provider: 'google.com' },
  };
  return encodeToken(claims);
}

/** An unsigned token of these claims. */
export function encodeToken(claims: object): string {
  const parts = [{ alg: 'none', typ: 'JWT' }, claims];
  const encoded = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${encoded.join('.')}.`;
}
