import { Fragment } from 'react';
import { isJumbo } from '#client/ui/format/word-size.ts';
import styles from './thought-text.module.css';

interface TextPart {
  text: string;
  href: string | null;
}

/**
 * Text that begins like an address, behind no letter of a script that puts spaces between words, up to what can't be
 * part of one, as the marks that end a clause in scripts other than Latin; invisible characters could fake one. What
 * stands before it to stress it, as in _https://a.example_, is found with it.
 */
const CANDIDATE =
  /(?<![[[\p{L}\p{N}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]@.\/\-][_*~]*)(?<stress>[_*~]*)(?<address>(?:https?:\/\/|www\.)[^\s\p{C}<>"“”「」『』（）[\p{Term}--\p{ASCII}]]+)/giv;
const CLOSING = new Map(Object.entries({ ')': '(', ']': '[', '}': '{' }));
const TRAILING = /[\p{Term}'’…»\|]/v;

export function ThoughtText({ text }: { text: string }) {
  if (isJumbo(text)) return <span className={styles['jumbo']}>{text}</span>;
  return parseLinks(text).map(({ text: part, href }, index) =>
    href === null ? (
      // The parts of a text never change places.
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <a
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className={styles['link']}
      >
        {part}
      </a>
    ),
  );
}

/** Splits a text into plain parts and addresses; joined, they are the text. */
export function parseLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { groups, index } of text.matchAll(CANDIDATE)) {
    const { stress = '', address: candidate = '' } = groups ?? {};
    const address = withoutTrailing(candidate, stress);
    const href = hrefOf(address);
    if (href === null) continue;
    const start = index + stress.length;
    if (start > end) parts.push({ text: text.slice(end, start), href: null });
    parts.push({ text: address, href });
    end = start + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** An address without what ends a clause, a bracket opened before it, or what stresses it. */
function withoutTrailing(address: string, stress: string): string {
  const last = address.at(-1) ?? '';
  const opening = CLOSING.get(last);
  const isUnopened =
    opening !== undefined && address.split(last).length > address.split(opening).length;
  const isOver = isUnopened || TRAILING.test(last) || (last !== '' && stress.includes(last));
  return isOver ? withoutTrailing(address.slice(0, -1), stress) : address;
}

function hrefOf(address: string): string | null {
  const isBare = /^www\./iu.test(address);
  const href = isBare ? `https://${address}` : address;
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  // https://bank.example@elsewhere.example is meant to mislead.
  if (url.username !== '' || url.password !== '') return null;
  if (isBare && !/^www\.[^.]+\.[^.]/u.test(url.hostname)) return null;
  return url.href;
}
