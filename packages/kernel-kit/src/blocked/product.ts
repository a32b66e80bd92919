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

/** Lines that multiply the two slices in workgroup memory, those of a stage. */
export function multiplySlices(layout: Layout, stage = 0): string {
  const { bk, unroll, strideA, strideB } = layout;
  const [a, b] = [plus('y', stage * bk * strideA), plus('x', stage * bk * strideB)];
  const block = (more: Pick<Step, 'a' | 'b'>) => each(unroll, (k) => multiply(layout, { k, ...more }));
  if (unroll === bk) return block({ a, b });
  return `for (var block = 0u; block < ${bk / unroll}u; block++) {
${indent(block({ a: `${a} + block * ${unroll * strideA}u`, b: `${b} + block * ${unroll * strideB}u` }), 2)}
}`;
}

/** The sums by name. */
export function declareSums({ tm, tn, four, sums }: Layout): string {
  const declare = (row: number) =>
    sums === 'singles'
      ? each(tn, (column) => `var c${row}_${column} = 0.0f;`, ' ')
      : each(tn / 4, (j) => `var c${row}_${j} = ${four}();`, ' ');
  return `// The sums, one row a line.\n${each(tm, declare)}`;
}

/** Lines that store the sums; `more` are further arguments of the store. */
export function writeBack(layout: Layout, more = ''): string {
  const { bm, bn, tm, tn } = layout;
  const down = (row: number) => Math.floor(row / 4) * (bm / tm) * 4 + (row % 4);
  const right = (column: number) => column * (bn / tn) * 4;
  const store = (row: number, column: number) => {
    const place = `${plus('first_row + y * 4u', down(row))}, ${plus('first_column + x * 4u', right(column))}`;
    return `store_c(${place}, ${fourSums(layout, row, column)}${more});`;
  };
  return each(tm, (row) => each(tn / 4, (column) => store(row, column)));
}

// Four sums beside each other.
function fourSums({ four, sums }: Layout, row: number, j: number): string {
  return sums === 'singles' ? `${four}(${each(4, (q) => `c${row}_${4 * j + q}`, ', ')})` : `c${row}_${j}`;
}

/** One step along k of a block, and where the block begins in the slices. */
interface Step {
  readonly k: number;
  readonly a: string;
  readonly b: string;
}

function multiply(layout: Layout, step: Step): string {
  return `{ // k = ${step.k} of the block
  ${loadAt(layout, step, 'let ')}
${indent(accumulateAll(layout), 2)}
}`;
}

/** A line that reads the operands of one step along k, each by a name that begins with `name`. */
function loadAt({ tm, tn, bm, bn, strideA, strideB }: Layout, step: Step, name: string): string {
  const { k } = step;
  const a = (block: number) =>
    `${name}a${block} = slice_a[${plus(step.a, k * strideA + (block * bm) / tm)}];`;
  const b = (block: number) =>
    `${name}b${block} = slice_b[${plus(step.b, k * strideB + (block * bn) / tn)}];`;
  return `${each(tm / 4, a, ' ')} ${each(tn / 4, b, ' ')}`;
}

/** Lines that multiply operands whose names begin with `name` into all sums. */
function accumulateAll({ tm, tn, four, sums }: Layout, name = ''): string {
  if (sums === 'singles') return toAndFro(tm, tn, name);
  const one = (r: number, j: number) =>
    `c${r}_${j} = fma(${four}(${name}a${Math.floor(r / 4)}.${'xyzw'[r % 4]}), ${name}b${j}, c${r}_${j});`;
  return each(tm, (r) => each(tn / 4, (j) => one(r, j), ' '));
}

// A row from left to right, the next one back: every multiply-add shares an operand with the one before it. Measured on an H200, the same
// products of vec4s take up to 10 % longer, depending on what becomes of the sums; most likely the compiler then gives them registers whose
// reads get in each other's way.
function toAndFro(tm: number, tn: number, name: string): string {
  const one = (row: number, column: number) =>
    `c${row}_${column} = fma(${of('a', row, name)}, ${of('b', column, name)}, c${row}_${column});`;
  return each(tm, (row) => each(tn, (at) => one(row, row % 2 === 0 ? at : tn - 1 - at), ' '));
}

function of(operand: 'a' | 'b', place: number, name: string): string {
  return `${name}${operand}${Math.floor(place / 4)}.${'xyzw'[place % 4]}`;
}

/** Variables for the operands of the last step of a slice, where they are multiplied behind the barrier: nothing at first. */
export function declareLast({ tm, tn, four, ahead }: Layout): string {
  if (!ahead) return '';
  const declare = (operand: 'a' | 'b') => (block: number) => `var last_${operand}${block} = ${four}();`;
  return `// The operands of the last step along k, which are multiplied behind the barrier; zeros before the first slice.
${each(tm / 4, declare('a'), ' ')} ${each(tn / 4, declare('b'), ' ')}`;
}

/** Lines that multiply what the last step of a slice left; none where nothing is left. */
export function multiplyLast(layout: Layout): string {
  return layout.ahead ? accumulateAll(layout, 'last_') : '';
}

/** Lines that multiply the slices of a stage, with `between` amid them, or in front of a loop. */
export function multiplyStage(layout: Layout, stage: number, between: string): string {
  const { bk, unroll } = layout;
  if (unroll !== bk) return `${between}\n${multiplySlices(layout, stage)}`;
  const blocks = Array.from({ length: bk }, (_, k) => stepOfStage(layout, stage, k));
  return [...blocks.slice(0, bk / 2), between, ...blocks.slice(bk / 2)].join('\n');
}

// Ahead, the reads of the first step stand in front of the products that the last slice left, so that they are under way
// meanwhile, and those of the last step in front of the barrier.
function stepOfStage(layout: Layout, stage: number, k: number): string {
  const { ahead, bk } = layout;
  const step = { k: stage * bk + k, a: 'y', b: 'x' };
  if (ahead && k === bk - 1) return loadAt(layout, step, 'last_');
  if (!ahead || k > 0) return multiply(layout, step);
  return `{ // what the last slice left, then k = ${step.k} of both stages
  ${loadAt(layout, step, 'let ')}
${indent(multiplyLast(layout), 2)}
${indent(accumulateAll(layout), 2)}
}`;
}
