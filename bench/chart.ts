/** A line of a chart; lines of one colour belong together. */
export interface Line {
  name: string;
  colour: number;
  isDashed: boolean;
  points: readonly { x: number; y: number }[];
}

type Scale = (value: number) => number;

const WIDTH = 720;
const HEIGHT = 400;
/** Pixels around what is drawn: for the title and legend above, and the axes' numbers. */
const EDGE = { top: 64, right: 36, bottom: 36, left: 56 };
const COLOURS = ['#1d4ed8', '#b45309', '#047857'];
const STEPS = 4;

/** Draws lines over a logarithmic horizontal axis, from 0 up, as an SVG. */
export function drawChart(title: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const xs = [...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b);
  const top = roundUp(Math.max(...points.map(({ y }) => y)));
  const [first = 1, last = first] = [xs.at(0), xs.at(-1)];
  const span = Math.log(last / first) || 1;
  const across: Scale = (x) =>
    EDGE.left + (Math.log(x / first) / span) * (WIDTH - EDGE.left - EDGE.right);
  const up: Scale = (y) => HEIGHT - EDGE.bottom - (y / top) * (HEIGHT - EDGE.top - EDGE.bottom);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${EDGE.left}" y="22" font-size="15" font-weight="bold">${title}</text>`,
    ...Array.from({ length: STEPS + 1 }, (_, step) => gridLine((top / STEPS) * step, up)),
    ...xs.map((x) => label(x.toLocaleString('en'), { x: across(x), y: HEIGHT - 14 }, 'middle')),
    ...lines.flatMap((line, index) => [drawLine(line, across, up), legend(line, index)]),
    '</svg>\n',
  ].join('\n');
}

/** The next number above that is 1, 2, 4 or 8 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 8].find((wanted) => wanted * power >= value) ?? 10;
  return factor * power;
}

function gridLine(y: number, up: Scale): string {
  const at = up(y).toFixed(1);
  const right = WIDTH - EDGE.right;
  const line = `<path d="M${EDGE.left} ${at}H${right}" stroke="#d4d4d4"/>`;
  return line + label(String(y), { x: EDGE.left - 8, y: up(y) + 4 }, 'end');
}

function drawLine({ points, colour, isDashed }: Line, across: Scale, up: Scale): string {
  const path = points.map(({ x, y }) => `${across(x).toFixed(1)} ${up(y).toFixed(1)}`).join('L');
  return `<path d="M${path}" fill="none" ${strokeOf(colour, isDashed)}/>`;
}

function legend({ name, colour, isDashed }: Line, index: number): string {
  const x = EDGE.left + (index % 2) * 320;
  const y = 38 + Math.floor(index / 2) * 16;
  const sample = `<path d="M${x} ${y}h28" ${strokeOf(colour, isDashed)}/>`;
  return sample + label(name, { x: x + 36, y: y + 4 }, 'start');
}

function strokeOf(colour: number, isDashed: boolean): string {
  const dashes = isDashed ? ' stroke-dasharray="6 4"' : '';
  return `stroke="${COLOURS[colour % COLOURS.length]}" stroke-width="2"${dashes}`;
}

function label(text: string, { x, y }: { x: number; y: number }, anchor: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#404040">${text}</text>`;
}
