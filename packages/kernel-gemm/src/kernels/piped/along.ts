// Copies of an operand whose rows lie along K, or of one that has been copied slab by slab before, whose lines then are whole. A slab has little of each row: 32 bytes of it where bk is 16 halves. So the lanes of
// a row load `reach` slabs at once, a whole line of 128 bytes, and hold what belongs to the slabs behind the first.
//
// A round of loads is `reach` vec4us a thread, of as many rows `width` apart. In the first row a lane takes its own place in the
// line, in each further one the place a slab further on, round the line: so of every slab a lane holds one vec4u, of one row or another,
// and all lanes store when a slab is due. Rows `width` apart with a stride of an odd number of vec4us make the eight lanes
// that store at once meet all banks.
import { each, plus } from '@kernel-ladder/kernel-kit';
import { layerOf } from './copy.ts';
import type { Copies, Held, Operand } from './copy.ts';

/** A thread copies `copies` rounds of `reach` vec4us. */
export function along(operand: Operand): Copies {
  const { name: o, slab, threads } = operand;
  const { width, stride, copies, reach } = slab;
  const { row, next } = stepsOf(operand);
  const rowsOfRound = threads / width;
  const held = (copy: number, i: number, set: number) =>
    `held_${o}${set * copies * reach + copy * reach + i}`;
  const load = (copy: number, i: number, set: number) => {
    const down = plus(`from_${o}`, (copy * rowsOfRound + i * width) * row);
    return `${held(copy, i, set)} = ${o}[${down}${reach > 1 ? ` + turn_${o}${i}` : ''}];`;
  };
  const store = (copy: number, { turn, set }: Held, stage: number) => {
    const to = plus(`to_${o}`, stage + copy * rowsOfRound * stride);
    const values = Array.from({ length: reach }, (_, i) => held(copy, i, set));
    return reach === 1
      ? `slices[${to}] = ${values[0]};`
      : `slices[${to} + down_${o}${turn}] = ${chosen(values, `round_${o}${turn}`)};`;
  };
  return {
    names: nameShare(operand),
    fetch: (number, set) => `let from_${o} = first_${o} + ${number} * ${next}u;
${each(copies, (copy) => each(reach, (i) => load(copy, i, set)))}`,
    deposit: (at, stage) => each(copies, (copy) => store(copy, at, stage)),
  };
}

// From a row to the next one, and from a slab to the next one, in vec4us.
function stepsOf({ slab: { isPacked, side, width }, rowLength, packed }: Operand) {
  return isPacked ? { row: width, next: side * width } : { row: rowLength / packed, next: width };
}

function nameShare(operand: Operand): string {
  const { name: o, slab, tile, rowLength, packed, flight, start } = operand;
  const { width, stride, copies, reach, isPacked } = slab;
  const { row, next } = stepsOf(operand);
  const line = width * reach;
  const inTile = isPacked
    ? `${tile} * ${rowLength / packed}u + row_${o} * ${row}u`
    : `(${tile} + row_${o}) * ${row}u`;
  const names = `// Of ${o.toUpperCase()}: ${16 * line} bytes of a row by ${line} lanes, rows ${width} apart${isPacked ? '; a slab lies in a piece' : ''}.
let unit_${o} = thread / 8u;
let row_${o} = unit_${o} % ${width}u + unit_${o} / ${width}u * 8u${line < 8 ? ` + thread / ${line}u % ${8 / line}u * ${line}u` : ''};
let first_${o} = ${layerOf(operand, packed, next)}${inTile} + thread % ${width}u;
let to_${o} = row_${o} * ${stride}u + thread % ${width}u + ${start}u;
${each(flight * copies * reach, (i) => `var held_${o}${i} = vec4u();`, ' ')}`;
  return reach === 1 ? names : `${names}\n${nameTurns(operand)}`;
}

// The i-th load of a lane brings slab (lane's slab + i) % reach, so slab j came with load (j - lane's slab) % reach.
function nameTurns({ name: o, slab: { width, stride, reach } }: Operand): string {
  const lane = `thread / ${width}u % ${reach}u`;
  return `// Which slab of a line this lane loads first, and where the others are.
let slab_${o} = ${lane};
${each(reach, (i) => `let turn_${o}${i} = (slab_${o} + ${i}u) % ${reach}u * ${width}u;`)}
${each(reach, (j) => `let round_${o}${j} = (slab_${o} * ${reach - 1}u + ${j}u) % ${reach}u;`)}
${each(reach, (j) => `let down_${o}${j} = round_${o}${j} * ${width * stride}u;`)}`;
}

// The value of a number below 2 or 4 by selects: registers have no index.
function chosen([first = '', second = '', third = '', fourth = '']: readonly string[], by: string): string {
  if (third === '') return `select(${first}, ${second}, ${by} == 1u)`;
  const odd = `${by} % 2u == 1u`;
  return `select(select(${first}, ${second}, ${odd}), select(${third}, ${fourth}, ${odd}), ${by} / 2u == 1u)`;
}
