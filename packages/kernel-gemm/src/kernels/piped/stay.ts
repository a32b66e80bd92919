// A workgroup that stays for tile after tile: the last slabs of one load the first ones of the next, so that no tile begins by waiting.
//
// Its first slab lies in the first stage then, while results leave through what is behind it: two fragments of every subgroup at a time, whole lines of C.
import { each, indent, placeFunction, plus } from '@kernel-ladder/kernel-kit';
import { fragment, kinds } from '../tensor/layout.ts';
import { storeWord } from '../tensor/results.ts';
import type { BothCopies } from './copies.ts';
import type { PipedLayout, PipedProblem } from './layout.ts';

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
export function writeBehind({ kind }: PipedProblem, layout: PipedLayout): string {
  const { bm, bn, partM, partN, stageLength, staged } = layout;
  const { sums } = kinds[kind];
  const { stride, rowsAtOnce, copies } = staged;
  const wide = (2 * fragment) / sums;
  const round = (index: number) => {
    const [i, h] = [Math.floor(index / (partN / fragment / 2)), index % (partN / fragment / 2)];
    const put = (j: number) =>
      `subgroupMatrixStore<row_major>(&slices, ${plus('to_staged', (j * fragment) / sums)}, c${i}${2 * h + j}, ${stride}u);`;
    const take = (copy: number) => {
      const first = copy * rowsAtOnce;
      const down = Math.floor(first / fragment) * partM + i * fragment + (first % fragment);
      const word = `slices[${plus('from_staged', first * stride)}]`;
      return storeWord(kind, plus('row', down), word, plus('column', h * 2 * fragment));
    };
    return `// Everyone has finished with ${index === 0 ? 'the last slab' : 'the fragments before'}.
workgroupBarrier();
${each(2, put)}
// The fragments are complete.
workgroupBarrier();
${each(copies, take)}`;
  };
  return `let to_staged = part_row * ${fragment * stride}u + part_column * ${wide}u + ${stageLength}u;
let staged_row = thread / ${staged.width}u;
let from_staged = staged_row * ${stride}u + thread % ${staged.width}u + ${stageLength}u;
let row = tile_row * ${bm}u + staged_row;
let column = tile_column * ${bn}u + thread % ${staged.width}u / ${wide}u * ${partN}u + thread % ${wide}u * ${sums}u;
${each((partM / fragment) * (partN / fragment / 2), round)}`;
}
