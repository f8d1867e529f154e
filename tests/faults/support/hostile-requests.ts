import * as fc from 'fast-check';
import { ID_LENGTH } from '#shared/limits.ts';
import { PATHS } from '#shared/wire.ts';

/** A request as no client of ours would send it, or nearly one of ours. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

const NUL = '\0';
const LONE_SURROGATES = ['\uD800', '\uDFFF', 'a\uDBFF', '\uDC00b'];
const BIDI = ['\u202Eevil\u202C', '\u2066x\u2069', '\u200F', '\u061C', '\u2067'];
const INVISIBLE = ['\u200B', '\u2060', '\u00AD', '\u3164', '\uFEFF', ' \t\n'];
const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const WHOLE_LIMIT = ['x'.repeat(150), 'x'.repeat(151), '😀'.repeat(75), '😀'.repeat(76)];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 160 }),
  fc.constantFrom(NUL, `a${NUL}b`, ...LONE_SURROGATES, ...BIDI, ...INVISIBLE, ...WHOLE_LIMIT),
  fc.integer({ min: 140, max: 6_000 }).map((length) => 'x'.repeat(length)),
);

const deep = fc
  .tuple(fc.integer({ min: 1, max: 1_500 }), fc.constantFrom(['[', ']'], ['{"text":', '}']))
  .map(([depth, [open, close]]) => `${open?.repeat(depth)}1${close?.repeat(depth)}`);

const json = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.record({ text }).map((value) => JSON.stringify(value)),
  fc
    .record({ text, baseVersion: fc.oneof(fc.integer(), fc.double(), fc.constant(1)) })
    .map((value) => JSON.stringify(value)),
  fc
    .tuple(fc.constantFrom(...PROTOTYPE_KEYS, 'uID', 'createdAt', 'version'), fc.jsonValue())
    .map(([key, value]) => `{"text":"x",${JSON.stringify(key)}:${JSON.stringify(value)}}`),
  fc.constantFrom('{"text":"a","text":"b"}', '{"text":1e999}', '{"text":"\\ud800"}', '', 'null'),
  deep,
);

const encoder = new TextEncoder();
const utf8 = json.map((value) => encoder.encode(value));
/** Sound JSON in whose text some bytes have been changed: often no UTF-8 any more. */
const damaged = fc
  .tuple(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
  )
  .map(([start, bytes]) =>
    Buffer.concat([
      Buffer.from(`{"text":"x${JSON.stringify(start).slice(1, -1)}`),
      bytes,
      Buffer.from('"}'),
    ]),
  );
const body = fc.oneof(utf8, damaged, fc.uint8Array({ maxLength: 300 }));

/** Header values as Node's client lets them through. */
const headerValue = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((unit) => unit !== 0x7f)
    .map((unit) => String.fromCodePoint(unit)),
  maxLength: 40,
});
const HEADERS =
  'accept last-event-id x-forwarded-for x-http-method-override if-none-match range accept-encoding content-encoding';
const ODD_VALUES = ['a.1', 'DELETE', 'bytes=9-1', 'gzip;q=nan', 'br, zstd', 'gzip', ', ,'];
const TYPES = [
  'application/json; charset=utf-16',
  'text/plain',
  'application/xml',
  'APPLICATION/JSON',
];
const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  fc.constantFrom(...TYPES, 'multipart/form-data; boundary=x', ', ,'),
  headerValue,
);
const otherHeaders = fc.dictionary(
  fc.constantFrom(...HEADERS.split(' ')),
  fc.oneof(headerValue, fc.constantFrom(...ODD_VALUES)),
);
const headers = fc
  .tuple(contentType, otherHeaders)
  .map(([type, others]) => ({ ...others, 'content-type': type }));

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(new RegExp(`^[A-Za-z0-9]{${ID_LENGTH}}$`, 'u')) },
  fc.string({ unit: 'grapheme', maxLength: 30 }).map(encodeURIComponent),
  fc.constantFrom('%', '%00', '%ff', '..', '%2e%2e', '%2F', '__proto__', 'a'.repeat(2_000)),
);
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.webQueryParameters().map((parameters) => `?${parameters}`),
  fc.constantFrom(...'?limit=0 ?limit=1e2 ?before=x ?limit=1&limit=2 ?%00 ?author=you'.split(' ')),
);
const { thoughts, session, callback, signIn } = PATHS;
const start = fc.oneof(
  { weight: 6, arbitrary: segment.map((id) => `${thoughts}/${id}`) },
  fc.constantFrom(thoughts, session, callback, signIn, '/api/changes'),
  fc.webPath().map((other) => `/${other.replace(/^\/+/u, '')}`),
);
const path = fc.tuple(start, query).map(([before, after]) => `${before}${after}`);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('PUT', 'PATCH') },
  fc.constantFrom(...'GET HEAD POST DELETE OPTIONS TRACE PROPFIND SEARCH M-SEARCH'.split(' ')),
);

/** Every kind of bad input over HTTP that is still a request, mixed with sound ones. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .record({ method, path, headers, body })
  // Signing out is no bad input: it would end the trial.
  .filter((request) => !(request.method === 'DELETE' && request.path.startsWith(PATHS.session)));
