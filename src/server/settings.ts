import { isIP } from 'node:net';
import * as v from 'valibot';

// The name of a setting comes before the message of its fault.

export const Port = v.pipe(
  v.string(),
  v.check(
    (text) => /^[1-9]\d{0,4}$/u.test(text) && Number(text) <= 65_535,
    ({ input }) => `must be a whole number from 1 to 65535, not "${input}".`,
  ),
  v.transform(Number),
);

export const Host = v.pipe(
  v.string(),
  v.check(
    (text) => isIP(text) !== 0 || /^[\w.-]+$/u.test(text),
    ({ input }) =>
      `must be a name or an address of this computer, like localhost, 0.0.0.0 or ::, not "${input}".`,
  ),
);

export const Folder = v.pipe(
  v.string(),
  v.check(
    (text) => !/^[~$]/u.test(text),
    ({ input }) =>
      `is ${input}, but only a shell replaces ~ and $ at its beginning: write the whole path.`,
  ),
);

export const Origin = v.pipe(
  v.string(),
  v.check(
    (text) => originOf(text) !== null,
    ({ input }) =>
      `must be a scheme and a host, and a port if need be, like https://thoughts.example.org, not "${input}".`,
  ),
  v.transform((text) => originOf(text) ?? text),
);

/** The message does not repeat the value, which may hold a password. */
export const DatabaseURL = v.pipe(
  v.string(),
  // Without a host, as of a socket that the query names: valid for libpq, but no URL with a user before it.
  v.transform((text) => (URL.canParse(text) ? text : text.replace('@/', '@localhost/'))),
  v.check(
    isPostgresAddress,
    'must be the address of a PostgreSQL database, like postgres://user:password@host/name, or postgres://user@/name?host=/run/postgresql over a socket, with %2F for a / in the password, %3F for ?, %23 for # and %25 for %: leave it out to use SQLite in DATA_DIR.',
  ),
);

/** A pair of quotes around a text; one alone belongs to it. */
const QUOTED = /^(?:"(.*)"|'(.*)'|“(.*)”|‘(.*)’)$/su;

/** Reads settings that are not blank, without the pair of quotes that a shell would have removed. */
export function readTexts(env: NodeJS.ProcessEnv): Record<string, string> {
  const texts = Object.entries(env).map(
    ([name, text = '']) => [name, text.trim().replace(QUOTED, '$1$2$3$4')] as const,
  );
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

export const AddressRanges = v.pipe(
  v.string(),
  // Each item may be in quotes, too.
  v.transform((text) => text.split(/[\s"']*,[\s"']*/u).filter((item) => item !== '')),
  v.everyItem(isAddressRange, ({ input }) => {
    const wrong = input.find((item) => !isAddressRange(item));
    return `must list addresses or ranges, like 127.0.0.1 or 10.0.0.0/8, not "${wrong}".`;
  }),
);

export function oneOf<const Words extends readonly string[]>(words: Words) {
  return v.picklist(words, ({ received }) => `can only be ${words.join(', ')}, not ${received}.`);
}

export const RequestLimit = v.pipe(
  v.string(),
  v.check(
    (text) => /^[1-9]\d{0,6}\/[1-9]\d{0,4}s$/u.test(text),
    ({ input }) => `must be requests in a number of seconds, like 30/60s, not "${input}".`,
  ),
  v.transform((text) => {
    const [max = 0, seconds = 0] = text.slice(0, -1).split('/').map(Number);
    return { max, periodMs: seconds * 1_000 };
  }),
);

function originOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return null;
  return url.href === `${url.origin}/` ? url.origin : null;
}

/** An unescaped character in the password may cut the URL short; part of it would be printed as the host. */
function isPostgresAddress(text: string): boolean {
  const { protocol = '', pathname = '', search = '', hash = '' } = URL.parse(text) ?? {};
  const isCut = pathname.lastIndexOf('/') > 0 || `${pathname}${search}${hash}`.includes('@');
  return /^postgres(?:ql)?:$/u.test(protocol) && !isCut;
}

/** A range of size 0 would trust everybody. */
function isAddressRange(text: string): boolean {
  const [address = '', size, ...rest] = text.split('/');
  const max = isIP(address) === 4 ? 32 : 128;
  const bits = size ?? String(max);
  const isSize = /^\d{1,3}$/u.test(bits) && Number(bits) >= 1 && Number(bits) <= max;
  return isIP(address) !== 0 && isSize && rest.length === 0;
}
