// A step of the kernel whose queries are columns, and what its part leaves.
import { each, indent } from '@kernel-ladder/kernel-kit';
import type { GroupedLayout } from '../grouped/layout.ts';
import { deposit, fetch } from '../grouped/staging.ts';
import type { Operand } from '../grouped/staging.ts';
import type { AttentionProblem } from '../problem.ts';
import { rowWords } from './layout.ts';

/** Lines that score a step's keys and add their values; the next step's are `behind` keys further on. */
export function takeStep(layout: GroupedLayout, behind: number): string {
  const rounds = Array.from({ length: layout.rounds }, (_, round) => round);
  const keyRound = (round: number) => `${deposit(layout, 'keys', round)}
workgroupBarrier();
${fetchNext(layout, 'keys', { behind, round })}
${scores(layout, round)}`;
  const valueRound = (round: number) => `${deposit(layout, 'values', round)}
${fetchNext(layout, 'values', { behind, round })}
${round === 0 ? weigh() : ''}
// Weights and values are complete.
workgroupBarrier();
${round === 0 ? `let w = subgroupMatrixLoad<Right, col_major>(&scores, 4u, ${rowWords}u);` : ''}
${weightedValues(layout, round)}
// Weights and values have been read.
workgroupBarrier();`;
  return `var scored = Result();
${rounds.map(keyRound).join('\nworkgroupBarrier();\n')}
subgroupMatrixStore<col_major>(&scores, 0u, scored, ${rowWords}u);
// The scores are complete, and the keys have been read.
workgroupBarrier();
${decide()}
// The keys have been read and the values are not there yet: outputs that are rescaled may pass through the tile.
if (workgroupUniformLoad(&raised) == 1u) {
${indent(rescale(layout), 2)}
}
${rounds.map(valueRound).join('\n')}`;
}

function scores({ rounds, dimFragments, stride }: GroupedLayout, round: number): string {
  const count = dimFragments / rounds;
  return each(
    count,
    (i) =>
      `scored = subgroupMatrixMultiplyAccumulate(subgroupMatrixLoad<Left, row_major>(&tile, ${2 * i}u, ${stride}u), q${round * count + i}, scored);`,
  );
}

function weightedValues({ rounds, dimFragments, stride }: GroupedLayout, round: number): string {
  const count = dimFragments / rounds;
  return each(count, (i) => {
    const o = `o${round * count + i}`;
    return `${o} = subgroupMatrixMultiplyAccumulate(subgroupMatrixLoad<Left, col_major>(&tile, ${2 * i}u, ${stride}u), w, ${o});`;
  });
}

// The scores of a query are of four lanes, four keys each; all see the same maximum.
function decide(): string {
  return `var s = bitcast<vec4f>(scores[row * ${rowWords}u + part_of_row]);
let own_key = step_key + part_of_row * 4u;
if (step_key + 16u > least_visible) {
  s = select(vec4f(HIDDEN), s, vec4u(0u, 1u, 2u, 3u) + own_key < vec4u(visible));
}
var top = max(max(s.x, s.y), max(s.z, s.w));
top = max(top, subgroupShuffleXor(top, 8u));
top = max(max(top, subgroupShuffleXor(top, 16u)), LOWEST);
factor = 1.0;
if (step == 0u) {
  reference = top;
} else if (top > reference + LEAD) {
  factor = exp2((reference - top) * SCALE);
  reference = top;
  sum *= factor;
  atomicStore(&raised, 1u);
}`;
}

// Two lanes side by side fill a word of eight weights.
function weigh(): string {
  return `s = exp2(s * SCALE - reference * SCALE);
sum += (s.x + s.y) + (s.z + s.w);
let halves = vec2u(pack2x16float(s.xy), pack2x16float(s.zw));
let next_halves = subgroupShuffleXor(halves, 8u);
if (part_of_row % 2u == 0u) {
  scores[row * ${rowWords}u + 4u + part_of_row / 2u] = vec4u(halves, next_halves);
}`;
}

function rescale(layout: GroupedLayout): string {
  return `if (thread == 0u) {
  atomicStore(&raised, 0u);
}
${throughTile(layout, timesFactor, true)}`;
}

function timesFactor(_: string, at: string): string {
  return `tile[${at}] = bitcast<vec4u>(bitcast<vec4f>(tile[${at}]) * factor);`;
}

// Behind the last step there is nothing to load.
function fetchNext(
  layout: GroupedLayout,
  operand: Operand,
  { behind, round }: { readonly behind: number; readonly round: number },
): string {
  const { keys, part, deep } = layout;
  const ahead = deep ? 2 : 1;
  return `if (step + ${ahead}u < ${part / keys}u) {
${indent(fetch(layout, operand, `step_key + ${ahead * behind}u`, round), 2)}
}`;
}

/** Lines that leave the part as merge.wgsl takes it: of each row the greatest logit, the sum, and the weighted sums of values. */
export function leavePart(
  { group, queries }: AttentionProblem,
  layout: GroupedLayout,
  parts: number,
): string {
  const { dim } = layout;
  const rows = group * queries;
  const line = (quad: string, at: string) => `if (row < ${rows}u) {
  let output = bitcast<vec4f>(tile[${at}]);
${each(4, (c) => `  parts[at_part + 2u + 4u * (${quad}) + ${c}u] = output[${c}];`)}
}`;
  return `let half = sum + subgroupShuffleXor(sum, 8u);
let total = half + subgroupShuffleXor(half, 16u);
let at_part = ((shared_head * ${rows}u + min(row, ${rows - 1}u)) * ${parts}u + part) * ${dim + 2}u;
if (row < ${rows}u && part_of_row == 0u) {
  parts[at_part] = reference * ${(1 / Math.sqrt(dim)).toPrecision(9)};
  parts[at_part + 1u] = total;
}
${throughTile(layout, line, false)}`;
}

// A row is of four lanes.
function throughTile(
  { dimFragments, roundFragments, sumStride }: GroupedLayout,
  line: (quad: string, at: string) => string,
  isKept: boolean,
): string {
  const round = (index: number) => {
    const first = index * roundFragments;
    const count = Math.min(roundFragments, dimFragments - first);
    const change = (q: number) => {
      const within = `part_of_row * ${count}u + ${q}u`;
      return line(`${4 * first}u + ${within}`, `row * ${sumStride}u + ${within}`);
    };
    const stored = each(
      count,
      (j) => `subgroupMatrixStore<col_major>(&tile, ${4 * j}u, o${first + j}, ${sumStride}u);`,
    );
    const loaded = each(
      count,
      (j) => `o${first + j} = subgroupMatrixLoad<Result, col_major>(&tile, ${4 * j}u, ${sumStride}u);`,
    );
    return `// The tile has been read.
workgroupBarrier();
${stored}
workgroupBarrier();
${each(count, change)}${isKept ? `\nworkgroupBarrier();\n${loaded}` : ''}`;
  };
  return `${each(Math.ceil(dimFragments / roundFragments), round)}${isKept ? '\nworkgroupBarrier();' : ''}`;
}
