// What a thread of the kernel for few rows does in one step along K.
import { each, plus } from '@kernel-ladder/kernel-kit';
import type { RegisterProblem } from '../register/problem.ts';

/** How the threads of a workgroup share its part of the product. */
export type FewRowsTile = {
  /** Rows of C of a workgroup: a multiple of 4. */
  readonly rows: number;
  /** Threads beside each other, of four columns each. */
  readonly across: number;
  readonly threads: number;
  /** Blocks of four rows of B that a thread has under way at once; 0 writes loops over a single one, which compiles in no time. */
  readonly unroll: number;
};

/** The sums of a thread: named, but where loops go over them. */
export function declareSums({ rows, unroll }: FewRowsTile): string {
  return unroll === 0
    ? `var sums_of = array<vec4f, ${rows}>();`
    : each(rows, (r) => `var c${r} = vec4f();`, ' ');
}

/** Lines that multiply what a thread takes in one step; all of B's rows are asked for before the first is used. */
export function unrolledStep(problem: RegisterProblem, tile: FewRowsTile): string {
  const { rows, across, threads, unroll } = tile;
  const at = (block: number) => plus('k', (block * 4 * threads) / across);
  const loads = each(unroll, (u) =>
    each(4, (j) => `let b${u}_${j} = load_b(${plus(at(u), j)}, column);`, ' '),
  );
  const byRows = problem.layout[0] === 'n';
  const blocks = each(unroll, (u) =>
    byRows
      ? each(rows, (r) => alongK(u, r, at(u)))
      : each(4, (j) => each(rows / 4, (four) => acrossK(u, { j, four }, plus(at(u), j)))),
  );
  return `${loads}\n${blocks}`;
}

function alongK(u: number, row: number, k: string): string {
  const terms = each(4, (j) => `c${row} = fma(vec4f(w.${'xyzw'[j]}), b${u}_${j}, c${row});`, ' ');
  return `{ let w = load_a(${plus('first_row', row)}, ${k}); ${terms} }`;
}

interface Fours {
  readonly j: number;
  readonly four: number;
}

function acrossK(u: number, { j, four }: Fours, k: string): string {
  const terms = each(
    4,
    (i) => `c${4 * four + i} = fma(vec4f(w.${'xyzw'[i]}), b${u}_${j}, c${4 * four + i});`,
    ' ',
  );
  return `{ let w = load_a(${k}, ${plus('first_row', 4 * four)}); ${terms} }`;
}

/** The same in loops, for one block. */
export function loopedStep({ layout }: RegisterProblem, { rows }: FewRowsTile): string {
  if (layout[0] === 'n')
    return `var rows_of_b = array<vec4f, 4>();
for (var j = 0u; j < 4u; j++) {
  rows_of_b[j] = load_b(k + j, column);
}
for (var r = 0u; r < ${rows}u; r++) {
  let w = load_a(first_row + r, k);
  for (var j = 0u; j < 4u; j++) {
    sums_of[r] = fma(vec4f(w[j]), rows_of_b[j], sums_of[r]);
  }
}`;
  return `for (var j = 0u; j < 4u; j++) {
  let row_of_b = load_b(k + j, column);
  for (var four = 0u; four < ${rows / 4}u; four++) {
    let w = load_a(k + j, first_row + four * 4u);
    for (var i = 0u; i < 4u; i++) {
      sums_of[four * 4u + i] = fma(vec4f(w[i]), row_of_b, sums_of[four * 4u + i]);
    }
  }
}`;
}
