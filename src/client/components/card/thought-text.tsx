import { Fragment } from 'react';
import { isJumbo } from './word-size.ts';
import { parseLinks } from './parse-links.ts';
import styles from './thought-text.module.css';

export function ThoughtText({ text }: { text: string }) {
  if (isJumbo(text)) return <span className={styles['jumbo']}>{text}</span>;
  return parseLinks(text).map(({ text: part, href }, index) =>
    href === null ? (
      // The parts of one text never change places.
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
