// The inner loop of the register-blocked kernel: a thread's sums, in blocks of four by four.
import { each, indent, plus } from '../text.ts';
import type { Layout } from './layout.ts';

/** Lines that name the place of a thread in its tile. */
export function placeThread({ bn, tn, lanesN }: Layout): string {
  // A subgroup of 32 covers a compact block, so that its reads of a slice hit few distinct vec4s. Only speed depends
  // on that: every thread has its own place for any subgroup size.
  const lanesM = 32 / lanesN;
  const across = bn / tn / lanesN;
  return `// Place of this thread: x along N, y along M.
let subtile = thread / 32u;
let x = subtile % ${across}u * ${lanesN}u + thread % ${lanesN}u;
let y = subtile / ${across}u * ${lanesM}u + thread % 32u / ${lanesN}u;`;
}

/** Lines that multiply the two slices in workgroup memory. */
export function multiplySlices(layout: Layout): string {
  const { bk, unroll, strideA, strideB } = layout;
  const block = (a: string, b: string) => each(unroll, (k) => multiply(layout, { k, a, b }));
  if (unroll === bk) return block('y', 'x');
  return `for (var block = 0u; block < ${bk / unroll}u; block++) {
${indent(block(`y + block * ${unroll * strideA}u`, `x + block * ${unroll * strideB}u`), 2)}
}`;
}

/** Lines that store the sums; `more` are further arguments of the store. */
export function writeBack({ bm, bn, tm, tn }: Layout, more = ''): string {
  const down = (row: number) => Math.floor(row / 4) * (bm / tm) * 4 + (row % 4);
  const right = (column: number) => column * (bn / tn) * 4;
  const store = (row: number, column: number) => {
    const place = `${plus('first_row + y * 4u', down(row))}, ${plus('first_column + x * 4u', right(column))}`;
    return `store_c(${place}, c${row}_${column}${more});`;
  };
  return each(tm, (row) => each(tn / 4, (column) => store(row, column)));
}

/** One step along k of a block, and where the block begins in the slices. */
interface Step {
  readonly k: number;
  readonly a: string;
  readonly b: string;
}

function multiply(layout: Layout, step: Step): string {
  const { tm, tn, bm, bn, strideA, strideB, four } = layout;
  const { k } = step;
  const a = (block: number) => `let a${block} = slice_a[${plus(step.a, k * strideA + (block * bm) / tm)}];`;
  const b = (block: number) => `let b${block} = slice_b[${plus(step.b, k * strideB + (block * bn) / tn)}];`;
  const row = (r: number) => each(tn / 4, (j) => accumulate(four, r, j), ' ');
  return `{ // k = ${k} of the block
  ${each(tm / 4, a, ' ')} ${each(tn / 4, b, ' ')}
${indent(each(tm, row), 2)}
}`;
}

function accumulate(four: string, row: number, column: number): string {
  return `c${row}_${column} = fma(${four}(a${Math.floor(row / 4)}.${'xyzw'[row % 4]}), b${column}, c${row}_${column});`;
}
