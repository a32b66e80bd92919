// How the register kernel's threads bring the next slices of A and B from global to workgroup memory.
import { each, indent, plus } from '../text.ts';
import type { Layout } from './layout.ts';

/** Lines that name this thread's shares; a share is four vec4s, of A a four-by-four block, of B four rows. */
export function nameShares(layout: Layout): string {
  const rounds = roundsOf(layout).map((round) => {
    const lines = [];
    if (round.a) lines.push(nameShareOfA(layout, round));
    if (round.b) lines.push(nameShareOfB(layout, round));
    return lines.join('\n');
  });
  return [
    '// What this thread stages: of A a block of four by four, of B four rows of a vec4.',
    ...rounds,
  ].join('\n');
}

/** Variables that hold the shares between global and workgroup memory. */
export function declareHeld(layout: Layout): string {
  return each(roundsOf(layout).length, (i) => each(4, (j) => `var held${i}_${j} = vec4f();`, ' '));
}

/** Starts the loads of the slices that begin at `k`, which is empty or ends in ` + `. */
export function fetch(layout: Layout, k: string): string {
  const rowsOfB = layout.bk / 4;
  return perRound(layout, {
    a: (i) => each(4, (j) => `held${i}_${j} = load_a(${plus(`first_row + a_row${i}`, j)}, ${k}a_k${i});`),
    b: (i) =>
      each(
        4,
        (j) => `held${i}_${j} = load_b(${plus(`${k}b_k${i}`, j * rowsOfB)}, first_column + b_column${i});`,
      ),
  });
}

/** Stores what the loads brought; A turns from rows into columns. */
export function deposit(layout: Layout): string {
  const { strideA, strideB, bk } = layout;
  return perRound(layout, {
    a: (i) => each(4, (j) => `slice_a[${plus(`a_slot${i}`, j * strideA)}] = vec4f(${column(i, j)});`),
    b: (i) => each(4, (j) => `slice_b[${plus(`b_slot${i}`, ((j * bk) / 4) * strideB)}] = held${i}_${j};`),
  });
}

function column(share: number, component: number): string {
  return each(4, (row) => `held${share}_${row}.${'xyzw'[component]}`, ', ');
}

interface Round {
  readonly index: number;
  /** First thread's share, counted over A and then B. */
  readonly start: number;
  /** Threads below this number take A, from there on B, when the round has both. */
  readonly a: boolean;
  readonly b: boolean;
  readonly border: number;
  /** Threads from this number on have nothing to do. */
  readonly end: number;
}

function sharesOf({ bm, bn, bk }: Layout): { readonly ofA: number; readonly ofB: number } {
  return { ofA: (bm * bk) / 16, ofB: (bn * bk) / 16 };
}

function roundsOf(layout: Layout): readonly Round[] {
  const { ofA, ofB } = sharesOf(layout);
  const count = Math.ceil((ofA + ofB) / layout.threads);
  return Array.from({ length: count }, (_, index) => {
    const start = index * layout.threads;
    const border = Math.min(layout.threads, Math.max(0, ofA - start));
    const end = Math.min(layout.threads, ofA + ofB - start);
    return { index, start, a: border > 0, b: end > border, border, end };
  });
}

function perRound(
  layout: Layout,
  body: { readonly a: (index: number) => string; readonly b: (index: number) => string },
): string {
  return roundsOf(layout)
    .map(({ index, a, b, border, end }) => {
      const isIdle = end < layout.threads;
      if (!b) return isIdle ? branch(`if (thread < ${border}u)`, body.a(index)) : body.a(index);
      const last = isIdle ? branch(`if (thread < ${end}u)`, body.b(index)) : branch('', body.b(index));
      if (!a) return isIdle ? last : body.b(index);
      return `${branch(`if (thread < ${border}u)`, body.a(index))} else ${last.trimStart()}`;
    })
    .join('\n');
}

function branch(head: string, body: string): string {
  return `${head} {\n${indent(body, 2)}\n}`;
}

// `%` by a constant keeps the index provable; it changes nothing for the threads that take this share. Two
// neighbours along K go to two neighbouring threads: together they read a whole 32-byte sector of a row.
function nameShareOfA(layout: Layout, { index: i, start }: Round): string {
  const { bm, pair, strideA } = layout;
  const { ofA } = sharesOf(layout);
  const blocks = bm / 4;
  return `let a_share${i} = ${start === 0 ? 'thread' : `(thread + ${start}u)`} % ${ofA}u;
let a_block${i} = a_share${i} / ${pair}u % ${blocks}u;
let a_k${i} = (a_share${i} % ${pair}u + a_share${i} / ${pair * blocks}u * ${pair}u) * 4u;
let a_row${i} = a_block${i} * 4u;
let a_slot${i} = a_k${i} * ${strideA}u + a_block${i};`;
}

function nameShareOfB(layout: Layout, { index: i, start }: Round): string {
  const { bn, strideB } = layout;
  const { ofA, ofB } = sharesOf(layout);
  const skipped = (((start - ofA) % ofB) + ofB) % ofB;
  const quads = bn / 4;
  return `let b_share${i} = ${skipped === 0 ? 'thread' : `(thread + ${skipped}u)`} % ${ofB}u;
let b_k${i} = b_share${i} / ${quads}u;
let b_column${i} = b_share${i} % ${quads}u * 4u;
let b_slot${i} = b_k${i} * ${strideB}u + b_share${i} % ${quads}u;`;
}
