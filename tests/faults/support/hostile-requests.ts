import * as fc from 'fast-check';
import { ID_LENGTH } from '#shared/limits.ts';
import { PATHS } from '#shared/wire.ts';

/** A request that our client would never send, or almost one of ours. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

const oneOf = (words: string) => fc.constantFrom(...words.split(' '));
const mostly = <Value>(usual: fc.Arbitrary<Value>, ...others: fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight: 3 * others.length, arbitrary: usual }, ...others);

/** Zeros, half characters, direction marks, invisible characters, and lengths at the limit. */
const ODD_TEXTS =
  '\0 a\0b \uD800 \uDFFF a\uDBFF \uDC00b \u202Eevil\u202C \u2066x\u2069 \u200F \u061C \u200B \u2060 \u00AD \u3164 \uFEFF';
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 160 }),
  oneOf(ODD_TEXTS),
  fc.constantFrom(' \t\n', '😀'.repeat(75), '😀'.repeat(76)),
  fc.integer({ min: 140, max: 6_000 }).map((length) => 'x'.repeat(length)),
);
const deep = fc
  .tuple(fc.integer({ min: 1, max: 1_500 }), fc.constantFrom(['[', ']'], ['{"text":', '}']))
  .map(([depth, [open, close]]) => `${open?.repeat(depth)}1${close?.repeat(depth)}`);
const version = fc.oneof(fc.integer(), fc.double(), fc.constant(1));
const extraKey = oneOf('__proto__ constructor prototype toString hasOwnProperty uID createdAt');
const json = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.record({ text }).map((value) => JSON.stringify(value)),
  fc.record({ text, baseText: text, baseVersion: version }).map((value) => JSON.stringify(value)),
  fc
    .tuple(extraKey, fc.jsonValue())
    .map(([key, value]) => `{"text":"x","${key}":${JSON.stringify(value)}}`),
  oneOf('{"text":"a","text":"b"} {"text":1e999} {"text":"\\ud800"} null '),
  deep,
);
/** Valid JSON with some bytes changed, so that it is often no UTF-8 any more. */
const damaged = fc
  .uint8Array({ minLength: 1, maxLength: 4 })
  .map((bytes) => Buffer.concat([Buffer.from('{"text":"x'), bytes, Buffer.from('"}')]));
const body = fc.oneof(
  json.map((value) => Buffer.from(value)),
  damaged,
  fc.uint8Array({ maxLength: 300 }),
);

/** Header values as Node's client lets them through. */
const headerValue = fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,40}$/u);
const contentType = mostly(
  fc.constant('application/json'),
  fc.constantFrom('application/json; charset=utf-16', 'multipart/form-data; boundary=x', ', ,'),
  oneOf('text/plain application/xml APPLICATION/JSON'),
  headerValue,
);
const otherHeaders = fc.dictionary(
  oneOf(
    'accept last-event-id x-forwarded-for x-http-method-override if-none-match range accept-encoding content-encoding',
  ),
  fc.oneof(headerValue, oneOf('a.1 DELETE bytes=9-1 gzip;q=nan br,zstd gzip ,,')),
);
const headers = fc
  .tuple(contentType, otherHeaders)
  .map(([type, others]) => ({ ...others, 'content-type': type }));

const segment = mostly(
  fc.stringMatching(new RegExp(`^[A-Za-z0-9]{${ID_LENGTH}}$`, 'u')),
  fc.string({ unit: 'grapheme', maxLength: 30 }).map(encodeURIComponent),
  oneOf(`% %00 %ff .. %2e%2e %2F __proto__ ${'a'.repeat(2_000)}`),
);
const query = mostly(
  fc.constant(''),
  fc.webQueryParameters().map((parameters) => `?${parameters}`),
  oneOf('?limit=0 ?limit=1e2 ?before=x ?limit=1&limit=2 ?%00 ?author=you'),
);
const start = mostly(
  segment.map((id) => `${PATHS.thoughts}/${id}`),
  fc.constantFrom(PATHS.thoughts, PATHS.session, PATHS.callback, PATHS.signIn, PATHS.changes),
  fc.webPath().map((other) => `/${other.replace(/^\/+/u, '')}`),
);
const path = fc.tuple(start, query).map(([before, after]) => `${before}${after}`);
const method = mostly(
  oneOf('PUT PATCH'),
  oneOf('GET HEAD POST DELETE OPTIONS TRACE PROPFIND SEARCH M-SEARCH'),
);

/** Every kind of bad input that is still an HTTP request, mixed with valid ones. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .record({ method, path, headers, body })
  // Signing out is left out, as it would end the trial.
  .filter((request) => !(request.method === 'DELETE' && request.path.startsWith(PATHS.session)));
