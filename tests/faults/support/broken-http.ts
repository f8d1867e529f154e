import type { Random } from './trial.ts';

/** Bytes that are no sound HTTP request, and what kind of wrong they are. */
export interface BrokenHTTP {
  kind: string;
  bytes: Buffer;
}

const CRLF = '\r\n';

/** Shapes that have broken servers and proxies, by kind; HOST stands for the server's name. */
const SHAPES: Readonly<Record<string, string>> = {
  'length and chunks': post(['Content-Length: 6', 'Transfer-Encoding: chunked'], '0\r\n\r\nGET'),
  'two lengths': post(['Content-Length: 3', 'Content-Length: 5'], 'abcde'),
  'lengths in a list': post(['Content-Length: 3, 5'], 'abcde'),
  'signed length': post(['Content-Length: +3'], 'abc'),
  'negative length': post(['Content-Length: -1'], ''),
  'endless length': post([`Content-Length: ${'9'.repeat(30)}`], 'abc'),
  'chunked by another name': post(['Transfer-Encoding: xchunked'], '0\r\n\r\n'),
  'chunked twice': post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'),
  'space before the colon': post(['Transfer-Encoding : chunked'], '0\r\n\r\n'),
  'tab in the coding': post(['Transfer-Encoding:\tchunked'], 'zz\r\n\r\n'),
  'bad chunk size': post(['Transfer-Encoding: chunked'], 'xyz\r\nabc\r\n0\r\n\r\n'),
  'huge chunk size': post(['Transfer-Encoding: chunked'], `${'F'.repeat(20)}\r\nabc`),
  'chunk extension': post(
    ['Transfer-Encoding: chunked'],
    `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
  ),
  trailers: post(['Transfer-Encoding: chunked'], '0\r\nX: y\r\nContent-Length: 9\r\n\r\n'),
  'folded header': get('/', ['X-One: a', ' b']),
  'header without a name': get('/', [': value']),
  'header with NUL': get('/', ['X-One: a\0b']),
  'header with a lone line feed': `GET /readyz HTTP/1.1\nHost: HOST\n\n`,
  'header with a lone return': `GET /readyz HTTP/1.1\rHost: HOST\r\r`,
  'giant header': get('/readyz', [`X-One: ${'a'.repeat(100_000)}`]),
  'thousands of headers': get(
    '/readyz',
    Array.from({ length: 5_000 }, (_, n) => `X-${n}: 1`),
  ),
  'giant target': get(`/${'a'.repeat(100_000)}`, []),
  'absolute target': get('http://evil.example/readyz', []),
  'absolute target of ours': get('http://HOST/api/session', []),
  'target of another scheme': get('file:///etc/passwd', []),
  'target with a user': get('http://a:b@HOST/', []),
  'star target': `OPTIONS * HTTP/1.1${CRLF}Host: HOST${CRLF}${CRLF}`,
  connect: `CONNECT evil.example:443 HTTP/1.1${CRLF}Host: HOST${CRLF}${CRLF}`,
  upgrade: get('/api/live', ['Connection: Upgrade', 'Upgrade: websocket']),
  'upgrade to http/2': get('/', [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAA',
  ]),
  'preface of http/2': `PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}`,
  'version 0.9': `GET /${CRLF}`,
  'version 1.0 without host': `GET /readyz HTTP/1.0${CRLF}${CRLF}`,
  'version 3': `GET / HTTP/3.0${CRLF}Host: HOST${CRLF}${CRLF}`,
  'no host': `GET / HTTP/1.1${CRLF}${CRLF}`,
  'two hosts': get('/', ['Host: evil.example']),
  'strange host': `GET /login HTTP/1.1${CRLF}Host: [::1${CRLF}${CRLF}`,
  expectation: post(['Content-Length: 2', 'Expect: 100-continue'], '{}'),
  'unknown expectation': post(['Content-Length: 2', 'Expect: miracles'], '{}'),
  'no method': `${CRLF}${CRLF} / HTTP/1.1${CRLF}${CRLF}`,
  'method of signs': `G<T / HTTP/1.1${CRLF}Host: HOST${CRLF}${CRLF}`,
  'bytes above ASCII in the target': get('/\u00e9\u00ff', []),
  'a start of TLS': '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  'half a request': `PUT /api/thoughts/a HTTP/1.1${CRLF}Host: HOST${CRLF}Content-Le`,
  'half a body': post(['Content-Length: 100'], '{"text":'),
  'many at once': get('/readyz', []).repeat(20),
  'garbage after a request': `${get('/readyz', [])}\0\x01garbage${CRLF}${CRLF}`,
  'request in a body of a read': get('/readyz', ['Content-Length: 30']) + get('/x', []),
};

function get(target: string, headers: readonly string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: HOST', ...headers, '', ''].join(CRLF);
}

function post(headers: readonly string[], body: string): string {
  const start = ['POST /auth/sign-in HTTP/1.1', 'Host: HOST', 'Content-Type: application/json'];
  return `${[...start, ...headers, '', ''].join(CRLF)}${body}`;
}

/** Each known shape as it is. */
export function knownShapes(host: string): BrokenHTTP[] {
  return Object.entries(SHAPES).map(([kind, text]) => ({ kind, bytes: bytesOf(text, host) }));
}

/** A shape with some of its bytes changed, left out, doubled, or cut off. */
export function mutatedShape(random: Random, host: string): BrokenHTTP {
  const [first, ...others] = knownShapes(host);
  if (first === undefined) throw new Error('There are no shapes.');
  const { kind, bytes } = random.pick([first, ...others]);
  const parts = [bytes];
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const whole = Buffer.concat(parts.splice(0));
    const at = random.below(whole.length + 1);
    const [before, after] = [whole.subarray(0, at), whole.subarray(at)];
    const change = random.pick(['flip', 'cut', 'leave out', 'double', 'add'] as const);
    if (change === 'flip') parts.push(before, Buffer.from([random.below(256)]), after.subarray(1));
    if (change === 'cut') parts.push(before);
    if (change === 'leave out') parts.push(before, after.subarray(1 + random.below(8)));
    if (change === 'double') parts.push(before, before.subarray(-random.below(64)), after);
    if (change === 'add') parts.push(before, Buffer.from([13, 10]), after);
  }
  return { kind: `${kind}, changed`, bytes: Buffer.concat(parts) };
}

function bytesOf(text: string, host: string): Buffer {
  return Buffer.from(text.replaceAll('HOST', host), 'latin1');
}
