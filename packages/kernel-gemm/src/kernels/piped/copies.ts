// How the threads of the pipelined tensor kernel bring slabs of A and B from global memory into workgroup memory.
import { across } from './across.ts';
import { along } from './along.ts';
import type { Copies, Operand } from './copy.ts';
import type { PipedLayout, PipedProblem } from './layout.ts';
import { turned } from './turned.ts';

const ways = { along, across, turned } as const;

/** The copies of both operands as one. */
export interface BothCopies {
  /** Lines that name what this thread copies, and declare what it holds on the way. */
  readonly names: string;
  /** Lines that start the loads of the slabs from a number on; nothing of an operand that holds them already. */
  readonly fetch: (slab: Fetched) => string;
  /** Lines that store a slab, the n-th of the unrolled loop, into its stage. */
  readonly deposit: (slab: number) => string;
}

/** A slab by its number as WGSL, and which of the unrolled loop it is. */
export interface Fetched {
  readonly number: string;
  readonly turn: number;
}

/** How one problem's operands come in. */
export function copiesOf(problem: PipedProblem, layout: PipedLayout): BothCopies {
  const operands = (['a', 'b'] as const).map((name) => {
    const operand = operandOf(problem, layout, name);
    return { operand, copies: ways[operand.slab.way](operand) };
  });
  return {
    names: lines(operands.map(({ copies }) => copies.names)),
    fetch: ({ number, turn }) =>
      lines(
        operands.map(({ operand, copies }) =>
          turn % operand.slab.reach === 0 ? fetched(copies, operand, number) : '',
        ),
      ),
    deposit: (slab) =>
      lines(
        operands.map(({ operand, copies }) =>
          copies.deposit(slab % operand.slab.reach, stageOf(layout, slab)),
        ),
      ),
  };
}

function stageOf({ stages, stageLength }: PipedLayout, slab: number): number {
  return (slab % stages) * stageLength;
}

// Behind the last slab the last ones are loaded again: nobody reads them, and a branch would stand between loads and products.
function fetched(copies: Copies, { slab, steps }: Operand, number: string): string {
  return copies.fetch(/^\d+u$/.test(number) ? number : `min(${number}, ${steps - slab.reach}u)`);
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
    start: name === 'a' ? 0 : layout.startB,
    steps,
    layer,
  };
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** Loads that a thread starts for an operand in all: one for each round, and those before and behind the loop. */
export function fetchesOf({ stages }: PipedLayout, { reach }: PipedLayout['a'], steps: number): number {
  return steps / reach + (stages === 2 && reach === 1 ? 2 : 1);
}
