// How the register kernel's threads bring the next slices of A and B from global to workgroup memory.
import { each, indent, plus } from '../text.ts';
import { isAlongK } from './layout.ts';
import type { Layout } from './layout.ts';
import { sharesOfBoth } from './staging-both.ts';
import type { Fetch, Staging } from './staging-lines.ts';

/** The staging that a layout asks for. */
export function stagingOf({ shares = 'halves' }: Layout): Staging {
  return { halves: { nameShares, declareHeld, fetch, deposit }, both: sharesOfBoth }[shares];
}

/** Lines that name this thread's shares; a share is four vec4s, of an operand along K a four-by-four block, else four rows. */
function nameShares(layout: Layout): string {
  const rounds = roundsOf(layout).map((round) => {
    const lines = [];
    if (round.a) lines.push(nameShare(layout, 'a', round));
    if (round.b) lines.push(nameShare(layout, 'b', round));
    return lines.join('\n');
  });
  return [`// What this thread stages: ${shareOf('a', layout)}, ${shareOf('b', layout)}.`, ...rounds].join(
    '\n',
  );
}

function shareOf(operand: Operand, { order }: Layout): string {
  const share = isAlongK(operand, order) ? 'a block of four by four' : 'four rows of a vec4';
  return `of ${operand.toUpperCase()} ${share}`;
}

/** Variables that hold the shares between global and workgroup memory. */
function declareHeld(layout: Layout): string {
  return each(roundsOf(layout).length, (i) => each(4, (j) => `var held${i}_${j} = ${layout.four}();`, ' '));
}

/** Starts the loads of the slices that begin at `k`. */
function fetch(layout: Layout, from: Fetch): string {
  return perRound(layout, (operand, i) => each(4, (j) => fetchOne(layout, { operand, i, j, ...from })));
}

interface FetchOne extends Fetch {
  readonly operand: Operand;
  readonly i: number;
  readonly j: number;
}

function fetchOne({ order, bk }: Layout, { operand, i, j, k, more }: FetchOne): string {
  const along = alongOf[operand];
  const place = `first_${along} + ${operand}_${along}${i}`;
  const depth = `${k}${operand}_k${i}`;
  const at = isAlongK(operand, order)
    ? `${plus(place, j)}, ${depth}`
    : `${plus(depth, (j * bk) / 4)}, ${place}`;
  return `held${i}_${j} = load_${operand}(${at}${more});`;
}

/** Stores what the loads brought into a stage; an operand along K turns from rows into columns. */
function deposit(layout: Layout, stage = 0): string {
  const { order, bk, four } = layout;
  return perRound(layout, (operand, i) => {
    const stride = strideOf(layout, operand);
    const slot = (step: number) =>
      `slice_${operand}[${plus(`${operand}_slot${i}`, (stage * bk + step) * stride)}]`;
    return isAlongK(operand, order)
      ? each(4, (j) => `${slot(j)} = ${four}(${column(i, j)});`)
      : each(4, (j) => `${slot((j * bk) / 4)} = held${i}_${j};`);
  });
}

function column(share: number, component: number): string {
  return each(4, (row) => `held${share}_${row}.${'xyzw'[component]}`, ', ');
}

type Operand = 'a' | 'b';

const alongOf = { a: 'row', b: 'column' } as const;

function strideOf({ strideA, strideB }: Layout, operand: Operand): number {
  return operand === 'a' ? strideA : strideB;
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

function perRound(layout: Layout, body: (operand: Operand, index: number) => string): string {
  return roundsOf(layout)
    .map(({ index, a, b, border, end }) => {
      const isIdle = end < layout.threads;
      if (!b) return isIdle ? branch(`if (thread < ${border}u)`, body('a', index)) : body('a', index);
      const last = isIdle ? branch(`if (thread < ${end}u)`, body('b', index)) : branch('', body('b', index));
      if (!a) return isIdle ? last : body('b', index);
      return `${branch(`if (thread < ${border}u)`, body('a', index))} else ${last.trimStart()}`;
    })
    .join('\n');
}

function branch(head: string, body: string): string {
  return `${head} {\n${indent(body, 2)}\n}`;
}

// `%` by a constant keeps the index provable; it changes nothing for the threads that take this share.
function nameShare(layout: Layout, operand: Operand, { index: i, start }: Round): string {
  const { ofA, ofB } = sharesOf(layout);
  const [count, first] = operand === 'a' ? [ofA, start] : [ofB, start - ofA];
  const skipped = operand === 'a' ? first : ((first % count) + count) % count;
  const share = `let ${operand}_share${i} = ${skipped === 0 ? 'thread' : `(thread + ${skipped}u)`} % ${count}u;`;
  const place = isAlongK(operand, layout.order) ? placeBlock : placeRows;
  return `${share}\n${place(layout, operand, i)}`;
}

// Two neighbours along K go to two neighbouring threads: together they read a whole 32-byte sector of a row.
function placeBlock(layout: Layout, operand: Operand, i: number): string {
  const { bm, bn, pair } = layout;
  const blocks = (operand === 'a' ? bm : bn) / 4;
  const [o, along] = [operand, alongOf[operand]];
  return `let ${o}_block${i} = ${o}_share${i} / ${pair}u % ${blocks}u;
let ${o}_k${i} = (${o}_share${i} % ${pair}u + ${o}_share${i} / ${pair * blocks}u * ${pair}u) * 4u;
let ${o}_${along}${i} = ${o}_block${i} * 4u;
let ${o}_slot${i} = ${o}_k${i} * ${strideOf(layout, operand)}u + ${o}_block${i};`;
}

function placeRows(layout: Layout, operand: Operand, i: number): string {
  const quads = (operand === 'a' ? layout.bm : layout.bn) / 4;
  const [o, along] = [operand, alongOf[operand]];
  return `let ${o}_k${i} = ${o}_share${i} / ${quads}u;
let ${o}_${along}${i} = ${o}_share${i} % ${quads}u * 4u;
let ${o}_slot${i} = ${o}_k${i} * ${strideOf(layout, operand)}u + ${o}_share${i} % ${quads}u;`;
}
