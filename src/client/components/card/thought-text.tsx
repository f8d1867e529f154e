import { Fragment } from 'react';
import { isJumbo } from '#client/format/word-size.ts';
import styles from './thought-text.module.css';

interface TextPart {
  text: string;
  href: string | null;
}

/**
 * Text that begins like an address, up to what can't be part of one, as the marks that end a clause in scripts other
 * than Latin; invisible characters could fake one.
 */
const CANDIDATE =
  /(?<![\p{L}\p{N}_@.\/\-])(?:https?:\/\/|www\.)[^\s\p{C}<>"“”「」『』（）[\p{Term}--\p{ASCII}]]+/giv;
const CLOSING = new Map(Object.entries({ ')': '(', ']': '[', '}': '{' }));
const TRAILING = /[\p{Term}'’*_~…»\|]/v;

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
        referrerPolicy="no-referrer"
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
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const address = withoutTrailing(candidate);
    const href = hrefOf(address);
    if (href === null) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

function withoutTrailing(address: string): string {
  const last = address.at(-1) ?? '';
  const opening = CLOSING.get(last);
  const isUnopened =
    opening !== undefined && address.split(last).length > address.split(opening).length;
  return isUnopened || TRAILING.test(last) ? withoutTrailing(address.slice(0, -1)) : address;
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
