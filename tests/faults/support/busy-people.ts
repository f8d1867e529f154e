import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';

const PEOPLE = 50;

/** Signs fifty people in. */
export async function openPeople(origin: string): Promise<[Visitor, ...Visitor[]]> {
  const first = await signIn(origin, accountOf(0));
  const others: Visitor[] = [];
  // One after the other: a crowd that signs in at once is another trial.
  for (let index = 1; index < PEOPLE; index += 1) {
    others.push(await signIn(origin, accountOf(index)));
  }
  return [first, ...others];
}

function accountOf(index: number): { name: string; email: string } {
  return { name: `Person ${index}`, email: `person${index}@example.com` };
}

/** Reads the feed's first page, one's own, and who one is; rejects when an answer is no success. */
export async function readAround(visitor: Visitor): Promise<void> {
  for (const path of [PATHS.thoughts, `${PATHS.thoughts}?author=me`, PATHS.session]) {
    const answer = await visitor.send(path);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`);
  }
}

/** Signs in, reads, fails to sign in again, signs out; returns the token and the code it used. */
export async function comeAndGo(origin: string, count: number): Promise<[string, string]> {
  const visitor = await signIn(origin, accountOf(count % PEOPLE));
  const token = tokenIn(cookieOf(visitor));
  await readAround(visitor);
  const code = crypto.randomUUID();
  await visitor.send(`${PATHS.callback}?code=${code}&state=unknown`);
  const { status } = await visitor.send(PATHS.session, { method: 'DELETE' });
  if (status !== 204) throw new Error(`Signing out was answered ${status}.`);
  return [token, code];
}

/** The cookies somebody's browser sends. */
export function cookieOf(visitor: Visitor): string {
  return visitor.jar.header('/');
}

/** The session token among cookies. */
export function tokenIn(cookie: string): string {
  const token = /-session=([^;]+)/u.exec(cookie)?.[1];
  if (token === undefined) throw new Error('There is no session in the cookies.');
  return token;
}
