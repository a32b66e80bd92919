// FlashAttention on matrix units: f16 in and out, f32 sums, through subgroup matrices of 16 x 16 x 16.
//
// A workgroup owns 16 queries for each of its subgroups, which keep them as fragments. Per step of bk keys:
//   1. everyone has finished with the previous step (barrier), then stores the keys and values that it holds;
//   2. after the barrier it starts the loads of the next ones, which arrive while
//   3. each subgroup multiplies its queries by the keys and leaves the scores in workgroup memory: the elements of a
//      fragment cannot be reached;
//   4. two lanes share a row of scores: maximum, exponentials, sum; the weights go back as f16;
//   5. each subgroup multiplies weights by values into its output fragments.
// Exponentials are taken relative to a maximum that may lag behind by 2^8: rescaling the outputs means a way through
// workgroup memory, and this makes it rare.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { placeBlock, visibleKeys } from './problem.ts';
import type { AttentionProblem } from './problem.ts';
import { tensorEntry, tensorHead } from './tensor/constants.ts';
import type { TensorProblem } from './tensor/constants.ts';
import { layOut } from './tensor/layout.ts';
import type { TensorLayout, TensorTile } from './tensor/layout.ts';
import { readScores, rescale, scores, softmax, weightedValues, writeBack } from './tensor/product.ts';
import { declareHeld, deposit, fetch, loaders, stageQueries } from './tensor/staging.ts';

export { layOut as tensorLayout } from './tensor/layout.ts';
export type { TensorTile } from './tensor/layout.ts';

/** Writes the kernel of one attention; `dim` is a multiple of 16. */
export function tensorKernel(problem: TensorProblem, tile: TensorTile): string {
  const layout = layOut(tile, problem.dim);
  return `// Attention over ${problem.keys} keys of ${problem.dim} elements: ${layout.bq} queries x ${layout.bk} keys a step, 16 queries a subgroup.
${tensorHead(problem, 'outputs: array<vec4<f16>>')}

${workgroupMemory(layout)}

${visibleKeys(problem)}

${loaders(problem, layout)}

${tensorEntry(problem, layout.threads)} {
${indent(mainBody(problem, layout), 2)}
}
`;
}

// Everything that a fragment is loaded from holds 16-byte words: from an array of f16, NVIDIA's driver 580 loads
// fragments wrongly.
function workgroupMemory({ bk, bq, stride, scoreStride, weightStride }: TensorLayout): string {
  return `var<workgroup> tile_k: array<vec4<u32>, ${bk * stride}>; // eight halves each
var<workgroup> tile_v: array<vec4<u32>, ${bk * stride}>;
var<workgroup> scores: array<vec4<f32>, ${bq * scoreStride}>;
var<workgroup> weights: array<vec4<u32>, ${bq * weightStride}>;
var<workgroup> raised: atomic<u32>;`;
}

function mainBody(problem: AttentionProblem, layout: TensorLayout): string {
  const { bq, bk, dimFragments } = layout;
  const steps = Math.ceil(problem.keys / bk);
  return `${placeBlock(problem, bq)}
${placeRow(layout)}

${stageQueries(layout)}
${each(dimFragments, (i) => `var o${i} = Result();`, ' ')}
var reference = LOWEST;
var sum = 0.0;

${declareHeld(layout)}
${fetch(layout, '0u')}
for (var step = 0u; step < ${steps}u; step++) {
  let first_key = step * ${bk}u;
  if (first_key >= most_visible) {
    break;
  }
  // Everyone has finished with the previous step.
  workgroupBarrier();
${indent(deposit(layout), 2)}
  // Keys and values are complete.
  workgroupBarrier();
  if (step + 1u < ${steps}u) {
    let next_key = first_key + ${bk}u;
${indent(fetch(layout, 'next_key'), 4)}
  }
${indent(oneStep(layout), 2)}
}

${writeBack(layout, problem)}`;
}

function placeRow({ subgroups, scoreStride, weightStride }: TensorLayout): string {
  return `// Where the subgroup's scores and weights begin, and the lane's row in them: two lanes share a row.
let half = lane % 2u;
let own_scores = subgroup % ${subgroups}u * ${16 * scoreStride}u;
let own_row = own_scores + lane % 32u / 2u * ${scoreStride}u;
let first_weights = subgroup % ${subgroups}u * ${16 * weightStride}u;
let own_weights = first_weights + lane % 32u / 2u * ${weightStride}u;
let query = first_query + subgroup * 16u + lane / 2u;
let visible = visible_keys(head, query);`;
}

function oneStep(layout: TensorLayout): string {
  return `${scores(layout)}
// The scores are complete.
workgroupBarrier();
${readScores(layout)}
${rescale(layout)}
${softmax(layout)}
// The weights are complete.
workgroupBarrier();
${weightedValues(layout)}`;
}
