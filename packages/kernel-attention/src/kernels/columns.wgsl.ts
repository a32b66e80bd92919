// The grouped kernel with up to eight queries as the columns of matrices of 16 × 8 × 16: keys and values are the left operands, scores and outputs
// are transposed, and queries and outputs take half the registers that sixteen rows take, of which most would be empty. Those that are left hold keys
// and values of two steps on their way (`deep`), or room for more workgroups. A step goes as in grouped.wgsl.ts with early values; four lanes own the scores of a query.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { columns, layOutColumns, rowWords } from './columns/layout.ts';
import { leavePart, takeStep } from './columns/step.ts';
import type { GroupedLayout, GroupedTile } from './grouped/layout.ts';
import { bringRows, fetch } from './grouped/staging.ts';
import { visibleKeys } from './problem.ts';
import { tensorEntry, tensorHead } from './tensor/constants.ts';
import type { TensorProblem } from './tensor/constants.ts';
import { lanes } from './tensor/layout.ts';

export { columns as mostColumns, layOutColumns } from './columns/layout.ts';

/** Writes the kernel of one attention of up to eight queries a group. */
export function columnsKernel(problem: TensorProblem, tile: GroupedTile): string {
  const layout = layOutColumns(tile, problem.dim);
  const { part, tileWords } = layout;
  const head = tensorHead(problem, 'parts: array<f32>')
    .replace(
      'alias Left = subgroup_matrix_left<f16, 16, 16>;',
      'alias Left = subgroup_matrix_left<f16, 16, 16>; // keys × elements, or elements × keys',
    )
    .replace(
      'alias Right = subgroup_matrix_right<f16, 16, 16>;',
      'alias Right = subgroup_matrix_right<f16, 8, 16>; // of eight queries',
    )
    .replace(
      'alias Result = subgroup_matrix_result<f32, 16, 16>;',
      'alias Result = subgroup_matrix_result<f32, 8, 16>;',
    );
  return `// Attention of up to eight queries over ${problem.keys} keys of ${problem.dim} elements: ${part} keys a workgroup, 16 a step.
${head}

var<workgroup> tile: array<vec4<u32>, ${tileWords}>;
var<workgroup> scores: array<vec4<u32>, ${columns * rowWords}>; // of each query scores, four numbers each, and weights, eight halves each
var<workgroup> raised: atomic<u32>;

${visibleKeys(problem)}

${bringRows(problem, layout)}

${tensorEntry(problem, lanes)} {
${indent(mainBody(problem, layout), 2)}
}
`;
}

function mainBody(problem: TensorProblem, layout: GroupedLayout): string {
  const { keys, part, dimFragments, copies, turns } = layout;
  const { heads, group, batches, queries, grid } = problem;
  const parts = Math.ceil(problem.keys / part);
  const behind = turns ? keys * parts : keys;
  const { deep } = layout;
  const steps = part / keys;
  const blocks = batches * (heads / group) * parts;
  const [width, height] = grid;
  return `${height === 1 ? 'let block = group.x;' : `let block = group.y * ${width}u + group.x;`}
${width * height > blocks ? `if (block >= ${blocks}u) {\n  return;\n}\n` : ''}let part = block % ${parts}u;
let first_key = part * ${turns ? keys : part}u;
let shared_head = block / ${parts}u;
let head = shared_head / ${heads / group}u * ${heads}u;
let row = lane % ${columns}u;
let part_of_row = lane % ${lanes}u / ${columns}u;
let visible = select(0u, visible_keys(head, row % ${queries}u), row < ${group * queries}u);
let least_visible = visible_keys(head, 0u);
let most_visible = visible_keys(head, ${queries - 1}u);
${each(copies, (copy) => `var held_keys${copy} = vec4u(); var held_values${copy} = vec4u();`)}
${fetch(layout, 'keys', 'first_key')}
${fetch(layout, 'values', 'first_key')}
${deep ? others(`${each(copies, (copy) => `var held_keys${copy} = vec4u(); var held_values${copy} = vec4u();`)}\n${fetch(layout, 'keys', `first_key + ${behind}u`)}\n${fetch(layout, 'values', `first_key + ${behind}u`)}`) : ''}
${stageQueries(layout)}
${each(dimFragments, (i) => `var o${i} = Result();`, ' ')}
var reference = LOWEST;
var sum = 0.0;
var factor = 1.0;

${deep ? deepLoop(layout, behind, steps) : plainLoop(layout, behind, steps)}

${leavePart(problem, layout, parts)}`;
}

// The second of two steps whose keys and values are on their way holds them under other names.
function others(lines: string): string {
  return lines.replaceAll('held_', 'other_');
}

function plainLoop(layout: GroupedLayout, behind: number, steps: number): string {
  return `for (var step = 0u; step < ${steps}u; step++) {
  let step_key = first_key + step * ${behind}u;
  if (step_key >= most_visible) {
    break;
  }
${indent(takeStep(layout, behind), 2)}
}`;
}

function deepLoop(layout: GroupedLayout, behind: number, steps: number): string {
  const block = (odd: number) => `{
  let step = 2u * pair + ${odd}u;
  let step_key = first_key + step * ${behind}u;
  if (step >= ${steps}u || step_key >= most_visible) {
    break;
  }
${indent(takeStep(layout, behind), 2)}
}`;
  return `for (var pair = 0u; pair < ${Math.ceil(steps / 2)}u; pair++) {
${indent(block(0), 2)}
${indent(others(block(1)), 2)}
}`;
}

function stageQueries(layout: GroupedLayout): string {
  const { slice, stride, dimFragments, rounds } = layout;
  const words = columns * slice;
  const copies = Math.ceil(words / lanes);
  const store = (round: number) => (copy: number) => {
    const unit = `(thread + ${copy * lanes}u)`;
    const line = `tile[${unit} / ${slice}u * ${stride}u + ${unit} % ${slice}u] = load_queries(shared_head, ${unit} / ${slice}u, ${unit} % ${slice}u + ${round * slice}u);`;
    return (copy + 1) * lanes <= words ? line : `if (thread < ${words - copy * lanes}u) {\n  ${line}\n}`;
  };
  const count = dimFragments / rounds;
  const take = (round: number) => (i: number) =>
    `let q${round * count + i} = subgroupMatrixLoad<Right, col_major>(&tile, ${2 * i}u, ${stride}u);`;
  return each(
    rounds,
    (round) => `${each(copies, store(round))}
workgroupBarrier();
${each(count, take(round))}
workgroupBarrier();`,
  );
}
