// How the threads of the tensor-core kernel bring slices of A and B into workgroup memory, 16 bytes a time.
import { each, plus } from '../text.ts';
import { packed } from './layout.ts';
import type { Layout, TensorProblem } from './layout.ts';

/** Lines that name what a thread copies: neighbours along a row go to neighbouring threads. */
export function nameCopies({ n, k }: TensorProblem, { bm, bn, a, b }: Layout): string {
  return `// What this thread copies, in vec4us: its first one in A and in B, and their places in the slices.
let row_a = thread / ${a.width}u;
let row_b = thread / ${b.width}u;
let first_a = (tile_row * ${bm}u + row_a) * ${k / packed}u + thread % ${a.width}u;
let first_b = row_b * ${n / packed}u + tile_column * ${bn / packed}u + thread % ${b.width}u;
let to_a = row_a * ${a.stride}u + thread % ${a.width}u;
let to_b = row_b * ${b.stride}u + thread % ${b.width}u;`;
}

/** Variables that hold the copies on their way, with the first slices. */
export function declareHeld(problem: TensorProblem, layout: Layout): string {
  return `${each(layout.a.copies, (i) => `var held_a${i} = ${globalA(problem, layout, i)};`)}
${each(layout.b.copies, (i) => `var held_b${i} = ${globalB(problem, layout, i)};`)}`;
}

/** Starts the loads of the next slices. */
export function fetch(problem: TensorProblem, layout: Layout): string {
  return `${each(layout.a.copies, (i) => `held_a${i} = ${globalA(problem, layout, i, 'from_a')};`)}
${each(layout.b.copies, (i) => `held_b${i} = ${globalB(problem, layout, i, 'from_b')};`)}`;
}

/** Stores what the loads brought into the slices. */
export function deposit({ a, b }: Layout): string {
  return `${each(a.copies, (i) => `slice_a[${plus('to_a', i * a.rowsAtOnce * a.stride)}] = held_a${i};`)}
${each(b.copies, (i) => `slice_b[${plus('to_b', i * b.rowsAtOnce * b.stride)}] = held_b${i};`)}`;
}

function globalA({ k }: TensorProblem, { a }: Layout, copy: number, base = 'first_a'): string {
  return `a[${plus(base, (copy * a.rowsAtOnce * k) / packed)}]`;
}

function globalB({ n }: TensorProblem, { b }: Layout, copy: number, base = 'first_b'): string {
  return `b[${plus(base, (copy * b.rowsAtOnce * n) / packed)}]`;
}
