import type { Page } from '@playwright/test';

/** What is told apart, by what selects it. */
const KINDS = {
  bar: 'nav',
  card: 'article, main > section:has(> h1), main section:has(dl)',
  dialog: 'dialog[open]',
  photo: '[data-initials]',
  words: 'h1, h2, p, bdi, dt, dd, time > span',
  control: 'button, a[href], input, textarea',
  icon: 'button > svg:only-of-type',
};

/** Where something stands (px, in the window). */
interface Place {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** An element as a person sees it, and what it stands in. */
interface Box extends Place {
  /** A key of `KINDS`. */
  kind: string;
  label: string;
  /** Of words and links, each line; else the box. */
  parts: Place[];
  /** How many pixels of its words are cut off. */
  cut: number;
  radius: number;
  ground: string;
  /** The places, among all boxes, of those around it, from the outermost. */
  around: number[];
}

export interface Layout {
  boxes: Box[];
  /** The room for the page, without a scrollbar. */
  width: number;
  height: number;
  ground: string;
  hasFont: boolean;
}

/** Two edges, each rounded, are the same (px). */
const SAME = 1.5;
/** From this width (px) on the round button stands beside the column. */
const WIDE = 768;
const ROUND_BUTTON = 'create new thoughts';

/**
 * What a person would notice on a page that is at rest and reads from left to right: words that are cut off, leave
 * their card, lie over others or touch a heading, cards out of line, a dialog or a card that is not in the middle. No
 * size is compared with a number, as each machine draws letters in its own way.
 */
export async function findMisplaced(page: Page): Promise<string[]> {
  return judgeLayout(await page.evaluate(measure, KINDS));
}

/** What is wrong with the places of things, as `measure` has found them. */
function judgeLayout(layout: Layout): string[] {
  const { boxes, hasFont } = layout;
  const cards = boxes.filter(({ kind }) => kind === 'card');
  return [
    ...(hasFont ? [] : ['the font is not there']),
    ...boxes.flatMap((box) => judge(box, layout)),
    ...overlaps(boxes),
    ...cards.flatMap((card) => judgeCard(card, layout)),
    ...cards.flatMap((card, index) => judgeRow(card, cards[index + 1])),
  ];
}

/** The page's boxes, and what is around them. Runs in the page. */
function measure(kinds: Record<string, string>): Layout {
  // Only this function is sent to the page.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const linesOf = (element: Element): Place[] => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()];
    return lines.map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
  };
  const found = new Map<Element, string>();
  for (const [kind, selector] of Object.entries(kinds)) {
    for (const element of document.body.querySelectorAll(selector)) {
      // What is one pixel wide, and the link to the content, are for screen readers and the keyboard.
      const isSeen =
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getBoundingClientRect().width > 1 &&
        !element.matches('a[href="#main"], [inert] *');
      if (isSeen && !found.has(element)) found.set(element, kind);
    }
  }
  const all = [...found.keys()];
  const boxes = all.map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const words = element.getAttribute('title') ?? element.textContent;
    const mayCut = element.matches('input, textarea') || style.textOverflow === 'ellipsis';
    return {
      kind: found.get(element) ?? '',
      label: `${element.tagName.toLowerCase()} "${words.slice(0, 40)}"`,
      left,
      right,
      top,
      bottom,
      parts: element.matches('button, input, textarea, [data-initials]')
        ? [{ left, right, top, bottom }]
        : linesOf(element),
      cut: mayCut || style.display === 'inline' ? 0 : element.scrollWidth - element.clientWidth,
      radius: parseFloat(style.borderTopLeftRadius),
      ground: style.backgroundColor,
      around: [...all.keys()].filter((at) => all[at] !== element && all[at]?.contains(element)),
    };
  });
  const { width } = document.body.getBoundingClientRect();
  const { backgroundColor: ground, fontFamily } = getComputedStyle(document.body);
  const hasFont = document.fonts.check(`16px ${fontFamily.split(',')[0]}`);
  return { boxes, width, height: innerHeight, ground, hasFont };
}

/** What is wrong with a box by itself, in what holds it and in the window. */
function judge(box: Box, layout: Layout): string[] {
  const { kind, left, right, cut, around } = box;
  const holder = layout.boxes[around.at(-1) ?? -1];
  const isWords = kind === 'words';
  const isOutermost = ['dialog', 'card'].includes(kind);
  return [
    ...isSaid(box, {
      'is cut off': isWords && cut > SAME,
      'touches what is below it':
        isHeading(box) && layout.boxes.some((other) => touches(box, other)),
      'leaves what holds it': holder !== undefined && leaves(box, holder),
      'is not in the middle of its button': kind === 'icon' && !isCentred(box, holder ?? box),
      'is no circle': kind === 'photo' && !isCircle(box),
      'is not in the middle of the window':
        isOutermost && Math.abs(left + right - layout.width) > 2 * SAME,
    }),
    ...(kind === 'dialog' ? judgeDialog(box, layout) : []),
    ...(kind === 'card' ? judgeSingleCard(box, layout) : []),
    ...(box.label.includes(ROUND_BUTTON) ? judgeRoundButton(box, layout) : []),
  ];
}

/** On a phone a dialog is at the lower edge, where the thumb is, else in the upper part of the window. */
function judgeDialog(box: Box, { width, height }: Layout): string[] {
  return isSaid(box, {
    'is not at the lower edge': width < WIDE && Math.abs(box.bottom - height) > SAME,
    'is not in the upper part': width >= WIDE && box.top > height / 3,
  });
}

/** The card of a page without a bar is alone, in the middle of the window. */
function judgeSingleCard(box: Box, { boxes, height }: Layout): string[] {
  const isSingle = !boxes.some(({ kind }) => kind === 'bar');
  return isSaid(box, {
    'hangs out of the middle': isSingle && Math.abs(box.top + box.bottom - height) > 2 * SAME,
  });
}

/** The round button is in the lower corner, and beside the cards where there is room. */
function judgeRoundButton(box: Box, { boxes, width, height }: Layout): string[] {
  const cards = boxes.filter(({ kind }) => kind === 'card');
  // On the empty board a large button of the same name is in the middle.
  if (cards.length === 0) return [];
  const { left, right, bottom } = box;
  return isSaid(box, {
    'is no circle': !isCircle(box),
    'is not in the corner': left < width / 2 || right > width - SAME || bottom > height - SAME,
    'is over the cards': width >= WIDE && cards.some((card) => left < card.right),
  });
}

/** Words, controls and photos of one card, dialog or page that lie over each other. */
function overlaps(boxes: readonly Box[]): string[] {
  const frameOf = ({ around }: Box): number | undefined =>
    around.findLast((at) => ['bar', 'card', 'dialog'].includes(boxes[at]?.kind ?? ''));
  const all = [...boxes.entries()].filter(([, { kind }]) =>
    ['words', 'control', 'photo'].includes(kind),
  );
  return all.flatMap(([at, one]) =>
    all
      .filter(
        ([otherAt, other]) =>
          otherAt > at &&
          frameOf(one) === frameOf(other) &&
          !one.around.includes(otherAt) &&
          !other.around.includes(at) &&
          one.parts.some((part) => other.parts.some((place) => overlap(part, place))),
      )
      .map(([, other]) => `${one.label} lies over ${other.label}`),
  );
}

/** What is wrong within a card: it stands out, and its text is below its photo, name and controls. */
function judgeCard(card: Box, { boxes, ground }: Layout): string[] {
  const inside = boxes.filter(({ around }) => boxes[around.at(-1) ?? -1] === card);
  const photo = inside.find(({ kind }) => kind === 'photo');
  const name = inside.find(({ kind, label }) => kind === 'words' && label.startsWith('bdi'));
  const controls = inside.filter(
    ({ kind, label }) => kind === 'control' && label.startsWith('button'),
  );
  const stands = isSaid(card, { 'does not stand out': card.ground === ground || card.radius < 8 });
  if (!photo || !name) return stands;
  const row = controls.filter(({ label }) => /Edit|Save|Delete/u.test(label));
  const text = inside.find(({ label }) => label.startsWith('p '));
  return [
    ...stands,
    ...isSaid(card, {
      'has its name elsewhere': photo.right > name.left || !areBeside(photo, name),
      'has its controls elsewhere': row.some(
        (control) => control.left < name.right || !areBeside(control, photo),
      ),
      'has its text elsewhere':
        text !== undefined && (text.top < photo.bottom || Math.abs(text.left - photo.left) > SAME),
    }),
  ];
}

/** What is wrong between a card and the next: they are one below the other, in line. */
function judgeRow(card: Box, next: Box | undefined): string[] {
  if (next === undefined) return [];
  const isInLine =
    Math.abs(card.left - next.left) < SAME && Math.abs(card.right - next.right) < SAME;
  const isBelow = next.top - card.bottom > 4;
  return isInLine && isBelow ? [] : [`${next.label} is not below ${card.label}`];
}

/** What is true of a box, each as a sentence. */
function isSaid({ label }: Box, is: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(is).flatMap((what) => (is[what] ? [`${label} ${what}`] : []));
}

const isHeading = ({ label }: Box): boolean => label.startsWith('h1 ');

function touches(box: Box, other: Box): boolean {
  return other.kind === 'words' && Math.abs(other.top - box.bottom) < 4;
}

/** A control's words may be higher than it where it is in a line of text. */
function leaves(box: Box, holder: Box): boolean {
  const isAcross = box.left < holder.left - SAME || box.right > holder.right + SAME;
  const isUpright = box.top < holder.top - SAME || box.bottom > holder.bottom + SAME;
  return isAcross || (isUpright && holder.kind !== 'control');
}

/** Fonts differ in how far a line reaches above and below its letters: a third is no overlap. */
function overlap(one: Place, other: Place): boolean {
  const lower = Math.min(one.bottom - one.top, other.bottom - other.top);
  return (
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > SAME &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > lower / 3
  );
}

function isCentred(box: Box, holder: Box): boolean {
  return (
    Math.abs(box.left + box.right - holder.left - holder.right) <= 2 * SAME &&
    Math.abs(box.top + box.bottom - holder.top - holder.bottom) <= 2 * SAME
  );
}

function isCircle({ left, right, top, bottom, radius }: Box): boolean {
  // The style gives the radius in per cent.
  return Math.abs(right - left - bottom + top) <= SAME && radius >= 50;
}

function areBeside(one: Box, other: Box): boolean {
  return one.top < other.bottom && other.top < one.bottom;
}
