// How the threads of the pipelined tensor kernel bring slabs of A and B from global memory into workgroup memory.
import { indent, plus } from '@kernel-ladder/kernel-kit';
import { across } from './across.ts';
import { along } from './along.ts';
import type { Copies, Operand } from './copy.ts';
import type { PipedLayout, PipedProblem, Slab } from './layout.ts';
import { straight } from './straight.ts';
import { turned } from './turned.ts';

const ways = { along, across, turned, straight } as const;

/** The copies of both operands as one. Slabs are numbered as the unrolled loop spells them out. */
export interface BothCopies {
  /** Lines that name what this thread copies, and declare what it holds on the way. */
  readonly names: string;
  /** Lines that start the first loads, as many rounds as are on their way at once. */
  readonly begin: string;
  /**
   * Lines that start the loads of the round of a slab, or of the one that is as many rounds further on as are on their way at once; nothing
   * of an operand that holds them already. Before the loop, without `slab` in the number.
   */
  readonly fetch: (slab: number, where: 'before' | 'within') => string;
  /** Lines that store a slab into its stage. */
  readonly deposit: (slab: number) => string;
  /** Lines that say, of the tile behind this one, where the slabs behind the last one of this are: `behind_a`, `behind_b`. */
  readonly behind: string;
  /** All slabs of a tile, as a thread counts places. */
  readonly lengths: { readonly a: number; readonly b: number };
}

/** How one problem's operands come in. */
export function copiesOf(problem: PipedProblem, layout: PipedLayout): BothCopies {
  const { flight } = layout;
  const [a, b] = [copied(problem, layout, 'a'), copied(problem, layout, 'b')];
  const operands = [a, b];
  return {
    names: lines(operands.map(({ names }) => names)),
    begin: lines(
      Array.from({ length: flight }, (_, set) =>
        scoped(lines(operands.map(({ fetch, slab: { reach } }) => fetch(`${set * reach}u`, set)))),
      ),
    ),
    fetch: (number, where) => lines(operands.map((operand) => fetchOf(layout, operand, { number, where }))),
    deposit: (number) =>
      lines(
        operands.map(({ deposit, slab }) =>
          deposit({ turn: number % slab.reach, set: setOf(layout, slab, number) }, stageOf(layout, number)),
        ),
      ),
    behind: lines(operands.map(behindOf)),
    lengths: { a: a.steps * a.perSlab, b: b.steps * b.perSlab },
  };
}

type Copied = Operand & Copies;

function copied(problem: PipedProblem, layout: PipedLayout, name: 'a' | 'b'): Copied {
  const operand = operandOf(problem, layout, name);
  return { ...operand, ...ways[operand.slab.way](operand) };
}

// Which set of registers holds the round of a slab.
function setOf({ flight }: PipedLayout, { reach }: Slab, slab: number): number {
  return Math.floor(slab / reach) % flight;
}

interface Round {
  readonly number: number;
  readonly where: 'before' | 'within';
}

function fetchOf(layout: PipedLayout, operand: Copied, { number, where }: Round): string {
  const { name, fetch, slab, steps } = operand;
  const further = number + (layout.flight - 1) * slab.reach;
  if (further % slab.reach !== 0) return '';
  const set = setOf(layout, slab, further);
  const last = steps - slab.reach;
  if (where === 'before') return fetch(`${Math.min(further, last)}u`, set);
  const place = plus('slab', further);
  // Behind the last slab come those of the next tile; where there is none, the last ones are loaded again: nobody reads them, and a branch would stand between loads and products.
  return layout.stays
    ? fetch(`(${place})`, set, `select(first_${name}, behind_${name}, ${place} >= ${steps}u)`)
    : fetch(`min(${place}, ${last}u)`, set);
}

// Tiles of A go down by their rows, of B across.
function behindOf({ name, slab, perTile, perSlab, steps }: Copied): string {
  if (slab.way === 'straight') return '';
  const way = name === 'a' ? 'x' : 'y';
  return `let behind_${name} = first_${name} + (behind.${way} - place.${way}) * ${perTile}u - ${steps * perSlab}u;`;
}

/** Lines in a block of their own; nothing for none. */
export function scoped(text: string): string {
  return text === '' ? '' : `{\n${indent(text, 2)}\n}`;
}

function stageOf({ stages, stageLength }: PipedLayout, slab: number): number {
  return (slab % stages) * stageLength;
}

function operandOf(problem: PipedProblem, layout: PipedLayout, name: 'a' | 'b'): Operand {
  const { m, n, k, batch, parts } = problem;
  const slab = layout[name];
  const [tile, long] = name === 'a' ? (['tile_row', m] as const) : (['tile_column', n] as const);
  const steps = k / parts / layout.bk;
  const layer = batch > 1 ? { matrix: long * k } : parts > 1 ? { slabs: steps } : {};
  return {
    name,
    slab,
    tile: `${tile} * ${slab.side}u`,
    rowLength: slab.way === 'along' ? k : long,
    bk: layout.bk,
    packed: layout.packed,
    threads: layout.threads,
    flight: layout.flight,
    start: name === 'a' ? 0 : layout.startB,
    steps,
    layer,
  };
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** Rounds of loads of an operand that a thread starts before the loop. */
export function fetchesBefore({ stages, staging, flight }: PipedLayout, { reach }: Slab): number {
  const isRefilled = stages === 2 && staging !== 'around' && reach === 1;
  return flight + (isRefilled ? 1 : 0);
}
