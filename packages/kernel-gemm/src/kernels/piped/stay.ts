// A workgroup that stays for tile after tile: the last slabs of one load the first ones of the next, so that no tile begins by waiting.
//
// Its first slab lies in the first stage then, while results leave through what is behind it: two fragments of every subgroup at a time, whole lines of C.
import { each, indent, placeFunction, plus } from '@kernel-ladder/kernel-kit';
import { fragment, kinds } from '../tensor/layout.ts';
import { isSingle, storeStaged } from '../tensor/results.ts';
import type { BothCopies } from './copies.ts';
import type { PipedLayout, PipedProblem } from './layout.ts';

/** Fragments of a row of fragments that a subgroup stages at once: whole lines of sums, in less room than a stage. */
export const fragmentsAtOnce = 2;

/** The function that says where a tile is. */
export function declarePlaces({ m, n }: PipedProblem, { bm, bn, band }: PipedLayout): string {
  return placeFunction({ rows: m / bm, columns: n / bn, band });
}

/** Lines that name the first tile. */
export const firstTile = `var tile = group.x;
var place = place_of(tile);
let tile_row = place.x;
let tile_column = place.y;`;

/** The loop over tiles around `body`, which multiplies and stores one. */
export function stay(
  problem: PipedProblem,
  layout: PipedLayout,
  { behind, lengths }: BothCopies,
  body: string,
): string {
  const { bm, bn, bk, deep, a } = layout;
  const tiles = (problem.m / bm) * (problem.n / bn);
  const [groups] = problem.grid;
  const perTile = (bm / fragment) * (problem.k / deep);
  const isStraight = a.way === 'straight';
  return `var here_a = first_a;
var here_b = first_b;
for (var turn = 0u; turn < ${Math.ceil(tiles / groups)}u; turn++) {
  if (tile >= ${tiles}u) {
    break;
  }
  // The last tile is followed by itself: what is loaded of it again nobody reads.
  let tile_behind = select(tile, tile + ${groups}u, tile + ${groups}u < ${tiles}u);
  let behind = place_of(tile_behind);
  let tile_row = place.x;
  let tile_column = place.y;
  let first_a = here_a;
  let first_b = here_b;
${isStraight ? `  let behind_a = first_a + (behind.x - place.x) * ${perTile}u - ${(problem.k / bk) * (bk / deep)}u;\n` : ''}${indent(behind, 2)}
${indent(body, 2)}
  tile += ${groups}u;
  place = behind;
  here_a = behind_a + ${isStraight ? problem.k / deep : lengths.a}u;
  here_b = behind_b + ${lengths.b}u;
}`;
}

/** Lines that store all sums of a tile through the room behind the first stage. */
export function writeBehind(problem: PipedProblem, layout: PipedLayout): string {
  const { bm, bn, partM, partN, stageLength, staged } = layout;
  const { sums } = kinds[problem.kind];
  const { stride, width } = staged;
  const wide = (fragmentsAtOnce * fragment) / sums;
  const lane = `thread % ${width}u`;
  const [from, column] = isSingle(problem)
    ? [`${lane} / 4u`, lane]
    : [lane, `${lane} / ${wide}u * ${partN}u + thread % ${wide}u * ${sums}u`];
  const rounds = (partM / fragment) * (partN / fragment / fragmentsAtOnce);
  return `let to_staged = part_row * ${fragment * stride}u + part_column * ${wide}u + ${stageLength}u;
let staged_row = thread / ${width}u;
let from_staged = staged_row * ${stride}u + ${from} + ${stageLength}u;
let row = tile_row * ${bm}u + staged_row;
let column = tile_column * ${bn}u + ${column};
${each(rounds, (round) => writeRound(problem, layout, round))}`;
}

function writeRound(problem: PipedProblem, { partM, partN, staged }: PipedLayout, round: number): string {
  const { sums } = kinds[problem.kind];
  const { stride, rowsAtOnce, copies, width } = staged;
  const across = partN / fragment / fragmentsAtOnce;
  const [i, h] = [Math.floor(round / across), round % across];
  const columns = fragmentsAtOnce * fragment;
  const put = (j: number) =>
    `subgroupMatrixStore<row_major>(&slices, ${plus('to_staged', (j * fragment) / sums)}, c${i}${fragmentsAtOnce * h + j}, ${stride}u);`;
  const take = (copy: number) => {
    const first = copy * rowsAtOnce;
    const down = Math.floor(first / fragment) * partM + i * fragment + (first % fragment);
    // A part has so many columns of a round, one part behind the other.
    const column = (q: number) =>
      h * columns + Math.floor((q * width) / columns) * partN + ((q * width) % columns);
    return storeStaged(problem, { row: plus('row', down), from: first * stride, width, column });
  };
  return `// Everyone has finished with ${round === 0 ? 'the last slab' : 'the fragments before'}.
workgroupBarrier();
${each(fragmentsAtOnce, put)}
// The fragments are complete.
workgroupBarrier();
${each(copies, take)}`;
}
