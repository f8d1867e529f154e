import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import type { HostileRequest } from './hostile-requests.ts';
import type { Random } from './trial.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Pieces that mean something to some part of a server. */
const PIECES = [
  '\0', '%00', '%', '%ff', '/', '//', '..', '?', '&', '=', ',', ';', '"', '{', '}', '[', ']',
  '\\ud800', '\\', '__proto__', '-1', '0', '1e999', '999999999999', 'null', 'true',
  // Bytes that are no UTF-8, and some that are, percent-encoded and as they are.
  '%c3%28', '%ed%a0%80', '%e2%80%ae', '%c3%a9', '\xff', '\xc3\x28', '\xed\xa0\x80', '\xe2\x80\xae', '\xe9',
] as const; // prettier-ignore
/** One of so many changed characters is beyond ASCII. */
const BEYOND_ASCII = 4;

/** A sound request for each thing the server can be asked: where changed ones begin. */
export function soundRequests(): HostileRequest[] {
  const json = { 'content-type': 'application/json' };
  const textID = newTextID();
  const thought = `${PATHS.thoughts}/${textID}`;
  const asked = (method: string, path: string, body = ''): HostileRequest => ({
    method,
    path,
    headers: body === '' ? {} : json,
    body: Buffer.from(body),
  });
  return [
    asked('PUT', thought, '{"text":"a thought"}'),
    asked('PATCH', thought, '{"text":"another","replaces":1}'),
    asked('GET', PATHS.thoughts),
    asked('GET', `${PATHS.thoughts}?author=me&limit=3&before=1700000000000.${textID}`),
    asked('GET', `${PATHS.live}?after=0123456789abcdef.1`),
    asked('GET', `${PATHS.changes}?after=0123456789abcdef.1`),
    asked('GET', PATHS.session),
    asked('GET', PATHS.health),
    asked('POST', PATHS.signIn),
    asked('GET', `${PATHS.callback}?code=x&state=y`),
    asked('GET', '/local-accounts/auth?client_id=board&response_type=code&scope=openid'),
    asked('POST', '/local-accounts/token', 'grant_type=authorization_code&code=x'),
    asked('GET', '/local-accounts/pictures/120/A'),
    asked('GET', '/.well-known/openid-configuration'),
    asked('GET', '/profile/'),
    asked('DELETE', thought),
  ];
}

/** A request that is another one changed in one to three places, some of them taken from a third. */
export function mutatedRequest(
  random: Random,
  corpus: readonly [HostileRequest, ...HostileRequest[]],
): HostileRequest {
  let request = random.pick(corpus);
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    request = changeOnce(request, { random, other: random.pick(corpus) });
  }
  // Signing out is no bad input: it would end the trial.
  const isSignOut = request.method === 'DELETE' && request.path.startsWith(PATHS.session);
  return isSignOut ? { ...request, method: 'GET' } : request;
}

interface Change {
  random: Random;
  other: HostileRequest;
}

function changeOnce(request: HostileRequest, { random, other }: Change): HostileRequest {
  switch (random.pick(['method', 'path', 'other path', 'body', 'other body', 'headers'] as const)) {
    case 'method':
      return { ...request, method: random.pick(METHODS) };
    case 'path':
      return { ...request, path: `/${withoutSpaces(changeText(request.path.slice(1), random))}` };
    case 'other path':
      return { ...request, path: other.path };
    case 'body':
      return { ...request, body: Buffer.from(changeText(textOf(request.body), random), 'latin1') };
    case 'other body':
      return { ...request, body: other.body, headers: { ...request.headers, ...other.headers } };
    case 'headers':
      return { ...request, headers: changeHeaders(request.headers, { random, other }) };
  }
}

function changeHeaders(
  headers: HostileRequest['headers'],
  { random, other }: Change,
): HostileRequest['headers'] {
  const changed = { ...other.headers, ...headers };
  const [name, ...names] = Object.keys(changed);
  if (name === undefined) return { 'content-type': 'application/json' };
  const one = random.pick([name, ...names]);
  return { ...changed, [one]: inOneLine(changeText(changed[one] ?? '', random)) };
}

/** Without what makes a request no HTTP: that is another trial's. */
function inOneLine(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\x80-\xff]/gu, '');
}

function withoutSpaces(text: string): string {
  return inOneLine(text).replaceAll(' ', '');
}

/** Some characters left out, doubled, changed or put in; each character is one byte. */
function changeText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (random.pick(['leave out', 'double', 'put in', 'change', 'grow'] as const)) {
    case 'leave out':
      return before + after.slice(1 + random.below(6));
    case 'double':
      return before + before.slice(-random.below(30)) + after;
    case 'put in':
      return before + random.pick(PIECES) + after;
    case 'change':
      return before + anyCharacter(random) + after.slice(1);
    case 'grow':
      return before + 'x'.repeat(random.below(300)) + after;
  }
}

function anyCharacter(random: Random): string {
  const isBeyond = random.below(BEYOND_ASCII) === 0;
  return String.fromCharCode(isBeyond ? 0x80 + random.below(0x80) : 0x21 + random.below(0x5e));
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('latin1');
}
