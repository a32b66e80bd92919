// How the threads of the tensor-core kernel bring slices of A and B into workgroup memory, 16 bytes a time.
import { each, plus } from '@kernel-ladder/kernel-kit';
import type { Layout, TensorProblem } from './layout.ts';

type Operand = 'a' | 'b';

/** Lines that name what a thread copies: neighbours along a row go to neighbouring threads. */
export function nameCopies(problem: TensorProblem, layout: Layout): string {
  const { a, b } = layout;
  return `// What this thread copies, in vec4us: its first one in A and in B, and their places in the slices.
let row_a = thread / ${a.width}u;
let row_b = thread / ${b.width}u;
let first_a = ${first(problem, layout, 'a')} + thread % ${a.width}u;
let first_b = ${first(problem, layout, 'b')} + thread % ${b.width}u;
let to_a = row_a * ${a.stride}u + thread % ${a.width}u;
let to_b = row_b * ${b.stride}u + thread % ${b.width}u + ${layout.startB}u;`;
}

function first(problem: TensorProblem, layout: Layout, operand: Operand): string {
  const { packed } = layout;
  const { m, n, k, batch } = problem;
  const [tile, side] = operand === 'a' ? ['tile_row', layout.bm] : ['tile_column', layout.bn];
  const across = rowLength(problem, layout, operand) / packed;
  const place = layout[operand].isAlongK
    ? `(${tile} * ${side}u + row_${operand}) * ${across}u`
    : `row_${operand} * ${across}u + ${tile} * ${side / packed}u`;
  const matrix = (operand === 'a' ? m * k : k * n) / packed;
  return batch > 1 ? `group.z * ${matrix}u + ${place}` : place;
}

// Elements from one stored row to the next.
function rowLength({ m, n, k }: TensorProblem, layout: Layout, operand: Operand): number {
  if (layout[operand].isAlongK) return k;
  return operand === 'a' ? m : n;
}

/** Variables that hold the copies on their way, with the first slices. */
export function declareHeld(problem: TensorProblem, layout: Layout): string {
  return perCopy(
    layout,
    (o, i) => `var held_${o}${i} = ${load(problem, layout, { operand: o, i, base: `first_${o}` })};`,
  );
}

/** Starts the loads of the next slices. */
export function fetch(problem: TensorProblem, layout: Layout): string {
  return perCopy(
    layout,
    (o, i) => `held_${o}${i} = ${load(problem, layout, { operand: o, i, base: `from_${o}` })};`,
  );
}

/** Where the slices of a step begin, from those of the first. */
export function nextSlices(problem: TensorProblem, layout: Layout): string {
  const advance = (operand: Operand) =>
    layout[operand].isAlongK
      ? layout[operand].width
      : (layout.bk * rowLength(problem, layout, operand)) / layout.packed;
  return `let from_a = first_a + (step + 1u) * ${advance('a')}u;
let from_b = first_b + (step + 1u) * ${advance('b')}u;`;
}

/** Stores what the loads brought into the slices. */
export function deposit(layout: Layout): string {
  return perCopy(layout, (o, i) => {
    const { rowsAtOnce, stride } = layout[o];
    return `slices[${plus(`to_${o}`, i * rowsAtOnce * stride)}] = held_${o}${i};`;
  });
}

function perCopy({ a, b }: Layout, line: (operand: Operand, copy: number) => string): string {
  return `${each(a.copies, (i) => line('a', i))}\n${each(b.copies, (i) => line('b', i))}`;
}

interface Load {
  readonly operand: Operand;
  readonly i: number;
  readonly base: string;
}

function load(problem: TensorProblem, layout: Layout, { operand, i, base }: Load): string {
  const rows = i * layout[operand].rowsAtOnce;
  return `${operand}[${plus(base, (rows * rowLength(problem, layout, operand)) / layout.packed)}]`;
}
