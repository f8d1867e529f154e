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
    .record({ text, replaces: fc.oneof(fc.integer(), fc.double(), fc.constant(1)) })
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
const usualHeaders = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      fc.constantFrom(
        'application/json; charset=utf-16',
        'application/json; charset=',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'APPLICATION/JSON',
        ', ,',
      ),
      headerValue,
    ),
    accept: headerValue,
    'last-event-id': fc.oneof(headerValue, fc.constant('a.1')),
    'x-forwarded-for': headerValue,
    'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
    'if-none-match': headerValue,
    range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'lines=1-2'),
    'accept-encoding': fc.constantFrom('gzip;q=nan', '*', 'br, zstd'),
    'content-encoding': fc.constantFrom('gzip', 'identity'),
  },
  { requiredKeys: ['content-type'] },
);
// Rare: most requests with it are refused for it, whatever else is in them.
const rareHeaders = fc.oneof(
  { weight: 19, arbitrary: fc.constant({}) },
  fc.record({ 'x-author': headerValue }),
);
const headers = fc.tuple(usualHeaders, rareHeaders).map(([usual, rare]) => ({ ...usual, ...rare }));

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(new RegExp(`^[A-Za-z0-9]{${ID_LENGTH}}$`, 'u')) },
  fc.string({ unit: 'grapheme', maxLength: 30 }).map(encodeURIComponent),
  fc.constantFrom('%', '%00', '%ff', '..', '%2e%2e', '%2F', '__proto__', 'a'.repeat(2_000)),
);
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.webQueryParameters().map((parameters) => `?${parameters}`),
  fc.constantFrom(
    '?limit=0',
    '?limit=201',
    '?limit=1e2',
    '?before=x',
    '?limit=1&limit=2',
    '?%00',
    '?author=you',
    '?after=a.1',
  ),
);
const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(segment, query).map(([id, rest]) => `${PATHS.thoughts}/${id}${rest}`),
  },
  fc
    .tuple(
      fc.constantFrom(
        PATHS.thoughts,
        PATHS.session,
        PATHS.ready,
        PATHS.callback,
        PATHS.signIn,
        '/api/changes',
      ),
      query,
    )
    .map(([start, rest]) => `${start}${rest}`),
  fc.tuple(fc.webPath(), query).map(([start, rest]) => `/${start.replace(/^\/+/u, '')}${rest}`),
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('PUT', 'PATCH') },
  fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'SEARCH',
    'M-SEARCH',
  ),
);

/** Every kind of bad input over HTTP that is still a request, mixed with sound ones. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .record({ method, path, headers, body })
  // Signing out is no bad input: it would end the trial.
  .filter((request) => !(request.method === 'DELETE' && request.path.startsWith(PATHS.session)));
