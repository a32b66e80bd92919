// A step of the grouped kernel, and what its part leaves.
import { each, indent } from '@kernel-ladder/kernel-kit';
import type { AttentionProblem } from '../problem.ts';
import { fragment } from '../tensor/layout.ts';
import type { GroupedLayout } from './layout.ts';
import { deposit, fetch } from './staging.ts';
import type { Operand } from './staging.ts';

/** Lines that score a step's keys and add their values; the next step's are `behind` keys further on. */
export function takeStep(layout: GroupedLayout, behind: number): string {
  return layout.early ? takeEarly(layout, behind) : takeLate(layout, behind);
}

function takeLate(layout: GroupedLayout, behind: number): string {
  const { rounds } = layout;
  const laterValues = Array.from(
    { length: rounds - 1 },
    (_, at) => `
workgroupBarrier();
${deposit(layout, 'values', at + 1)}
workgroupBarrier();
${weightedValues(layout, at + 1)}`,
  );
  return `${scoreKeys(layout, behind)}
${deposit(layout, 'values')}
${decide(layout)}
${weigh(layout)}
// Weights and values are complete.
if (workgroupUniformLoad(&raised) == 1u) {
${indent(`${rescale(layout)}\n${deposit(layout, 'values')}\nworkgroupBarrier();`, 2)}
}
${rounds === 1 ? fetchNext(layout, 'values', behind) : ''}
${weightedValues(layout, 0)}${laterValues.join('')}
${rounds === 1 ? '' : fetchNext(layout, 'values', behind)}
// Weights and values have been read.
workgroupBarrier();`;
}

function takeEarly(layout: GroupedLayout, behind: number): string {
  const { rounds } = layout;
  const laterValues = Array.from(
    { length: rounds - 1 },
    (_, at) => `
workgroupBarrier();
${deposit(layout, 'values', at + 1)}
${fetchNext(layout, 'values', behind, at + 1)}
workgroupBarrier();
${weightedValues(layout, at + 1)}`,
  );
  return `${scoreKeys(layout, behind)}
${decide(layout)}
// The keys have been read and the values are not there yet: outputs that are rescaled may pass through the tile.
if (workgroupUniformLoad(&raised) == 1u) {
${indent(rescale(layout), 2)}
}
${deposit(layout, 'values')}
${fetchNext(layout, 'values', behind, 0)}
${weigh(layout)}
// Weights and values are complete.
workgroupBarrier();
${weightedValues(layout, 0)}${laterValues.join('')}
// Weights and values have been read.
workgroupBarrier();`;
}

function scoreKeys(layout: GroupedLayout, behind: number): string {
  const { rounds } = layout;
  if (rounds === 1)
    return `${deposit(layout, 'keys')}
// The keys are complete.
workgroupBarrier();
${fetchNext(layout, 'keys', behind)}
${scores(layout)}
// The scores are complete, and the keys have been read.
workgroupBarrier();`;
  const parts = Array.from(
    { length: rounds },
    (_, round) => `${deposit(layout, 'keys', round)}
workgroupBarrier();
${fetchNext(layout, 'keys', behind, round)}
${partOfScores(layout, round)}
${round + 1 < rounds ? 'workgroupBarrier();\n' : ''}`,
  );
  const { keyFragments, rowWords } = layout;
  return `${each(keyFragments, (j) => `var p${j} = Result();`)}
${parts.join('')}${each(keyFragments, (j) => `subgroupMatrixStore<row_major>(&scores, ${4 * j}u, p${j}, ${rowWords}u);`)}
// The scores are complete, and the keys have been read.
workgroupBarrier();`;
}

function partOfScores({ keyFragments, dimFragments, rounds, stride }: GroupedLayout, round: number): string {
  const count = dimFragments / rounds;
  const product = (j: number) => (i: number) =>
    `p${j} = subgroupMatrixMultiplyAccumulate(q${round * count + i}, subgroupMatrixLoad<Right, col_major>(&tile, ${j * fragment * stride + 2 * i}u, ${stride}u), p${j});`;
  return each(keyFragments, (j) => each(count, product(j)));
}

// Behind the last step there is nothing to load.
function fetchNext(layout: GroupedLayout, operand: Operand, behind: number, round?: number): string {
  const { keys, part } = layout;
  return `if (step + 1u < ${part / keys}u) {
${indent(fetch(layout, operand, `step_key + ${behind}u`, round), 2)}
}`;
}

function scores({ keyFragments, dimFragments, stride, rowWords }: GroupedLayout): string {
  const product = (j: number) => (i: number) =>
    `  s = subgroupMatrixMultiplyAccumulate(q${i}, subgroupMatrixLoad<Right, col_major>(&tile, ${j * fragment * stride + 2 * i}u, ${stride}u), s);`;
  return each(
    keyFragments,
    (j) => `{ // keys ${j * fragment} … ${(j + 1) * fragment - 1} of the step
  var s = Result();
${each(dimFragments, product(j))}
  subgroupMatrixStore<row_major>(&scores, ${4 * j}u, s, ${rowWords}u);
}`,
  );
}

// A row is of two lanes, each with half of the step's keys; both see the same maximum.
function decide({ keys, ownWords, rowWords }: GroupedLayout): string {
  const quads = Array.from({ length: ownWords }, (_, w) => `s${w}`);
  const load = (w: number) =>
    `var s${w} = bitcast<vec4f>(scores[row * ${rowWords}u + part_of_row * ${ownWords}u + ${w}u]);`;
  return `${each(ownWords, load)}
let own_key = step_key + part_of_row * ${keys / 2}u;
if (step_key + ${keys}u > least_visible) {
${each(ownWords, hide)}
}
let highest = ${quads.reduce((most, quad) => `max(${most}, ${quad})`)};
var top = max(max(highest.x, highest.y), max(highest.z, highest.w));
top = max(max(top, subgroupShuffleXor(top, ${fragment}u)), LOWEST);
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

function weigh({ keys, ownWords, rowWords }: GroupedLayout): string {
  const quads = Array.from({ length: ownWords }, (_, w) => `s${w}`);
  const word = (w: number) =>
    `scores[row * ${rowWords}u + ${keys / 4}u + part_of_row * ${ownWords / 2}u + ${w}u] = vec4u(${halvesOf(2 * w)}, ${halvesOf(2 * w + 1)});`;
  return `let lowered = reference * SCALE;
${each(ownWords, (w) => `s${w} = exp2(s${w} * SCALE - lowered);`)}
let row_sum = ${quads.join(' + ')};
sum += (row_sum.x + row_sum.y) + (row_sum.z + row_sum.w);
${each(ownWords / 2, word)}`;
}

// Keys that the lane's query does not see are the last ones.
function hide(quad: number): string {
  return `  s${quad} = select(vec4f(HIDDEN), s${quad}, vec4u(0u, 1u, 2u, 3u) + (own_key + ${4 * quad}u) < vec4u(visible));`;
}

function halvesOf(quad: number): string {
  return ['xy', 'zw'].map((pair) => `pack2x16float(s${quad}.${pair})`).join(', ');
}

function weightedValues(layout: GroupedLayout, round: number): string {
  const { keys, keyFragments, dimFragments, rounds, stride, rowWords } = layout;
  const count = dimFragments / rounds;
  const product = (j: number) => (i: number) =>
    `  o${round * count + i} = subgroupMatrixMultiplyAccumulate(w, subgroupMatrixLoad<Right, row_major>(&tile, ${j * fragment * stride + 2 * i}u, ${stride}u), o${round * count + i});`;
  return each(
    keyFragments,
    (j) => `{ // keys ${j * fragment} … ${(j + 1) * fragment - 1} of the step
  let w = subgroupMatrixLoad<Left, row_major>(&scores, ${keys / 4 + 2 * j}u, ${rowWords}u);
${each(count, product(j))}
}`,
  );
}

// A fragment has no access to its rows, so that outputs take the way through the tile.
function rescale(layout: GroupedLayout): string {
  return `if (thread == 0u) {
  atomicStore(&raised, 0u);
}
${throughTile(layout, (_, at) => `tile[${at}] = bitcast<vec4u>(bitcast<vec4f>(tile[${at}]) * factor);`, true)}`;
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
  return `let total = sum + subgroupShuffleXor(sum, ${fragment}u);
let at_part = ((shared_head * ${rows}u + min(row, ${rows - 1}u)) * ${parts}u + part) * ${dim + 2}u;
if (row < ${rows}u && part_of_row == 0u) {
  parts[at_part] = reference * ${(1 / Math.sqrt(dim)).toPrecision(9)};
  parts[at_part + 1u] = total;
}
${throughTile(layout, line, false)}`;
}

// Runs a line on each vec4 of the outputs, whose row is the lane's, as many fragments at a time as the tile has room for.
function throughTile(
  { dimFragments, roundFragments, sumStride }: GroupedLayout,
  line: (quad: string, at: string) => string,
  isKept: boolean,
): string {
  const round = (index: number) => {
    const first = index * roundFragments;
    const count = Math.min(roundFragments, dimFragments - first);
    const own = 2 * count;
    const change = (q: number) => {
      const within = `part_of_row * ${own}u + ${q}u`;
      return line(`${4 * first}u + ${within}`, `row * ${sumStride}u + ${within}`);
    };
    return `// The tile has been read.
workgroupBarrier();
${each(count, (j) => `subgroupMatrixStore<row_major>(&tile, ${4 * j}u, o${first + j}, ${sumStride}u);`)}
workgroupBarrier();
${each(own, change)}${
      isKept
        ? `\nworkgroupBarrier();\n${each(count, (j) => `o${first + j} = subgroupMatrixLoad<Result, row_major>(&tile, ${4 * j}u, ${sumStride}u);`)}`
        : ''
    }`;
  };
  return `${each(Math.ceil(dimFragments / roundFragments), round)}${isKept ? '\nworkgroupBarrier();' : ''}`;
}
