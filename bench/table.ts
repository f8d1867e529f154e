/** One measured figure beside the floor or peer that was measured in the same run. */
export interface Row {
  name: string;
  floor: number;
  measured: number;
  unit: 'ms' | '/s' | 'kB' | '';
}

/** Rows with one kind of floor. */
export interface Section {
  title: string;
  /** What the floor column holds. */
  floor: string;
  rows: readonly Row[];
}

const NAME_WIDTH = 52;
const WIDTH = 16;

/** Lays a section out in lines of equal columns; the last is measured : floor. */
export function layOut({ title, floor, rows }: Section): string {
  const head = line(title, [floor, 'measured', 'ratio']);
  return [head, '-'.repeat(head.length), ...rows.map(layOutRow)].join('\n');
}

function layOutRow({ name, floor, measured, unit }: Row): string {
  const figure = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`.trim();
  return line(name, [figure(floor), figure(measured), (measured / floor).toFixed(2)]);
}

function line(name: string, cells: readonly string[]): string {
  return name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(WIDTH)).join('');
}
