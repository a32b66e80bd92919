// How the threads of the pipelined tensor kernel bring slabs of A and B from global memory into workgroup memory.
import { indent, plus } from '@kernel-ladder/kernel-kit';
import { across } from './across.ts';
import { along } from './along.ts';
import type { Operand } from './copy.ts';
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
}

/** How one problem's operands come in. */
export function copiesOf(problem: PipedProblem, layout: PipedLayout): BothCopies {
  const { flight } = layout;
  const operands = (['a', 'b'] as const).map((name) => {
    const operand = operandOf(problem, layout, name);
    return { ...operand, ...ways[operand.slab.way](operand) };
  });
  const setOf = (slab: number, { reach }: Slab) => Math.floor(slab / reach) % flight;
  return {
    names: lines(operands.map(({ names }) => names)),
    begin: lines(
      Array.from({ length: flight }, (_, set) =>
        scoped(lines(operands.map(({ fetch, slab: { reach } }) => fetch(`${set * reach}u`, set)))),
      ),
    ),
    fetch: (number, where) =>
      lines(
        operands.map(({ fetch, slab, steps }) => {
          const further = number + (flight - 1) * slab.reach;
          if (further % slab.reach !== 0) return '';
          // Behind the last slab the last ones are loaded again: nobody reads them, and a branch would stand between loads and products.
          const last = steps - slab.reach;
          const place =
            where === 'before' ? `${Math.min(further, last)}u` : `min(${plus('slab', further)}, ${last}u)`;
          return fetch(place, setOf(further, slab));
        }),
      ),
    deposit: (number) =>
      lines(
        operands.map(({ deposit, slab }) =>
          deposit({ turn: number % slab.reach, set: setOf(number, slab) }, stageOf(layout, number)),
        ),
      ),
  };
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

/** Rounds of loads that a thread starts for an operand in all: within the loop, and before it. */
export function fetchesOf({ stages, staging, flight }: PipedLayout, { reach }: Slab, steps: number): number {
  const isRefilled = stages === 2 && staging !== 'around' && reach === 1;
  return steps / reach + flight + (isRefilled ? 1 : 0);
}
