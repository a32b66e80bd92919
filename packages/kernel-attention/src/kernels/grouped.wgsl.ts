// Few queries that share keys, many keys: the keys are split among workgroups, and the matrix unit multiplies. f16 in, f32 sums.
//
// Up to 16 queries of a group are the rows of one fragment, so that what is read serves all of them at the price of a product, where
// vector units multiply and agree for each query again. A workgroup is a single subgroup: its barriers, which scores and weights need on their way
// through workgroup memory, cost next to nothing, and its neighbours on the multiprocessor read while it multiplies. Per step:
//   1. the keys that came are stored in the tile, and the loads of the next ones begin;
//   2. the queries are multiplied by them, and scores left in workgroup memory;
//   3. two lanes own a row of scores: maximum, exponentials, sum; weights are stored as f16, the values that came take the place of the keys;
//   4. the loads of the next values begin, and weights are multiplied by values into the outputs.
// `early` stores the values before the exponentials are taken, so that the next ones are on their way for a whole step; outputs that are rescaled
// then pass through the tile before the values do. With `turns` the parts of a head read side by side, a step each. In `rounds` a step's keys, and
// its values, pass through a smaller tile a slice of every row at a time, which leaves room for more workgroups.
// Exponentials are taken relative to a reference that may lag behind by 2^8, as in tensor.wgsl.ts. merge.wgsl joins the parts.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { layOutGrouped } from './grouped/layout.ts';
import type { GroupedLayout, GroupedTile } from './grouped/layout.ts';
import { bringRows, fetch } from './grouped/staging.ts';
import { leavePart, takeStep } from './grouped/step.ts';
import { visibleKeys } from './problem.ts';
import { tensorEntry, tensorHead } from './tensor/constants.ts';
import type { TensorProblem } from './tensor/constants.ts';
import { fragment, lanes } from './tensor/layout.ts';

export { layOutGrouped } from './grouped/layout.ts';
export type { GroupedTile } from './grouped/layout.ts';

/** Writes the kernel of one attention of up to 16 queries a group; `dim` is a multiple of 16. */
export function groupedKernel(problem: TensorProblem, tile: GroupedTile): string {
  const layout = layOutGrouped(tile, problem.dim);
  const { keys, part, tileWords, rowWords } = layout;
  return `// Attention of few queries over ${problem.keys} keys of ${problem.dim} elements: ${part} keys a workgroup, ${keys} a step.
${tensorHead(problem, 'parts: array<f32>')}

var<workgroup> tile: array<vec4<u32>, ${tileWords}>; // a step's keys, then its values: eight halves each; or sums
var<workgroup> scores: array<vec4<u32>, ${fragment * rowWords}>; // of each row scores, four numbers each, and weights, eight halves each
var<workgroup> raised: atomic<u32>;

${visibleKeys(problem)}

${bringRows(problem, layout)}

${tensorEntry(problem, lanes)} {
${indent(mainBody(problem, layout), 2)}
}
`;
}

function mainBody(problem: TensorProblem, layout: GroupedLayout): string {
  const { keys, part, dimFragments, copies } = layout;
  const parts = Math.ceil(problem.keys / part);
  const behind = layout.turns ? keys * parts : keys;
  return `${placePart(problem, layout, parts)}
${each(copies, (copy) => `var held_keys${copy} = vec4u(); var held_values${copy} = vec4u();`)}
${fetch(layout, 'keys', 'first_key')}
${fetch(layout, 'values', 'first_key')}
${stageQueries(problem, layout)}
${each(dimFragments, (i) => `var o${i} = Result();`, ' ')}
var reference = LOWEST;
var sum = 0.0;
var factor = 1.0;

for (var step = 0u; step < ${part / keys}u; step++) {
  let step_key = first_key + step * ${behind}u;
  if (step_key >= most_visible) {
    break;
  }
${indent(takeStep(layout, behind), 2)}
}

${leavePart(problem, layout, parts)}`;
}

// The part of the keys of this workgroup, and how many keys the lane's query sees; rows past the last see none.
function placePart(
  { heads, group, batches, queries, grid }: TensorProblem,
  { part, keys, turns }: GroupedLayout,
  parts: number,
): string {
  const rows = group * queries;
  const blocks = batches * (heads / group) * parts;
  const [width, height] = grid;
  return `${height === 1 ? 'let block = group.x;' : `let block = group.y * ${width}u + group.x;`}
${width * height > blocks ? `if (block >= ${blocks}u) {\n  return;\n}\n` : ''}let part = block % ${parts}u;
let first_key = part * ${turns ? keys : part}u;
let shared_head = block / ${parts}u;
let head = shared_head / ${heads / group}u * ${heads}u;
let row = lane % ${fragment}u;
let part_of_row = lane % ${lanes}u / ${fragment}u;
let visible = select(0u, visible_keys(head, row % ${queries}u), row < ${rows}u);
// The first query sees least, the last one most.
let least_visible = visible_keys(head, 0u);
let most_visible = visible_keys(head, ${queries - 1}u);`;
}

// Fragments of queries, by way of the place of the keys: rows past the last one are zeros.
function stageQueries({ group, queries }: TensorProblem, layout: GroupedLayout): string {
  const { slice, stride, dimFragments, rounds } = layout;
  const rows = group * queries;
  const copies = Math.ceil((fragment * slice) / lanes);
  const store = (round: number) => (copy: number) => {
    const unit = copy === 0 ? 'thread' : `(thread + ${copy * lanes}u)`;
    const line = `tile[${unit} / ${slice}u * ${stride}u + ${unit} % ${slice}u] = load_queries(shared_head, ${unit} / ${slice}u, ${unit} % ${slice}u + ${round * slice}u);`;
    const words = fragment * slice;
    return (copy + 1) * lanes <= words ? line : `if (thread < ${words - copy * lanes}u) {\n  ${line}\n}`;
  };
  const count = dimFragments / rounds;
  const take = (round: number) => (i: number) =>
    `let q${round * count + i} = subgroupMatrixLoad<Left, row_major>(&tile, ${2 * i}u, ${stride}u);`;
  const stage = (round: number) => `${each(copies, store(round))}
workgroupBarrier();
${each(count, take(round))}
workgroupBarrier();`;
  return `// The ${rows} queries.
${each(rounds, stage)}`;
}
