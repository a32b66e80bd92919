// FlashAttention (Dao et al., 2022) with register tiles: both products are small matrix multiplies.
//
// A workgroup owns bq queries of a head, a thread tm of them. Per step of bk keys:
//   1. everyone has finished with the previous step (barrier); keys, turned into columns, and values are brought;
//   2. after the barrier each thread multiplies its tm queries by its tn keys: scores in named registers;
//   3. the threads of a query, which are neighbours in a subgroup, agree on its maximum by shuffles, take exponentials and
//      rescale their sums;
//   4. the weights take the place of the keys (a barrier before and after), or stay in registers, and the values take that place;
//   5. each thread adds its tm rows of the weights times its columns of the values to its outputs.
// Scores never leave the workgroup, and what a head needs in memory grows with its tokens, not with their square.
import { indent } from '@kernel-ladder/kernel-kit';
import { layOut } from './flash/layout.ts';
import type { FlashLayout, FlashTile } from './flash/layout.ts';
import {
  declareSums,
  depositWeights,
  hide,
  placeQueries,
  scores,
  softmax,
  weightedValues,
  writeBack,
} from './flash/product.ts';
import {
  declareHeld,
  depositKeys,
  depositValues,
  fetchKeys,
  fetchValues,
  loaders,
  stageKeys,
  stageQueries,
  stageValues,
} from './flash/staging.ts';
import { declareLse, placeBlock, visibleKeys } from './problem.ts';
import type { AttentionProblem } from './problem.ts';

export { layOut as flashLayout } from './flash/layout.ts';
export type { FlashLayout, FlashTile } from './flash/layout.ts';

/** Writes the kernel of one attention; `dim` is a multiple of 4, `element` the type of all its arrays. */
export function flashKernel(
  problem: AttentionProblem & { readonly element: 'f32' | 'f16' },
  tile: FlashTile,
): string {
  const layout = layOut(tile, problem.dim);
  const { bq, bk, tm, tn, threads, paddedDim, queryPlace, keyPlace, weights } = layout;
  const isStored = weights === 'stored';
  return `// Attention over ${problem.keys} keys of ${problem.dim} elements: tiles of ${bq} queries x ${bk} keys, ${tm} x ${tn} a thread.
${problem.element === 'f16' ? 'enable f16;\n' : ''}enable subgroups;

alias Element = ${problem.element};
// Any logit is larger than both; the exponential of a hidden score is zero even where nothing is visible.
const LOWEST = -1e30;
const HIDDEN = -0x1.fffffep+127f;

@group(0) @binding(0) var<storage, read> queries: array<vec4<Element>>;
@group(0) @binding(1) var<storage, read> keys: array<vec4<Element>>;
@group(0) @binding(2) var<storage, read> values: array<vec4<Element>>;
@group(0) @binding(3) var<storage, read> lengths: array<u32>;
@group(0) @binding(4) var<storage, read_write> outputs: array<vec4<Element>>;${declareLse(problem)}

${queryPlace > 0 ? `var<workgroup> tile_q: array<vec4f, ${queryPlace}>; // by columns\n` : ''}var<workgroup> tile_k: array<vec4f, ${keyPlace}>; // keys by columns, then ${isStored ? 'weights by columns' : 'values by rows'}${isStored ? `\nvar<workgroup> tile_v: array<vec4f, ${(paddedDim * bk) / 4}>; // by rows` : ''}

${visibleKeys(problem)}

${loaders(problem, layout)}

@compute @workgroup_size(${threads})
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
${indent(mainBody(problem, layout), 2)}
}
`;
}

function mainBody(problem: AttentionProblem, layout: FlashLayout): string {
  const { bq, bk, threads, columnThreads, prefetch } = layout;
  const steps = Math.ceil(problem.keys / bk);
  return `${placeBlock(problem, bq)}
// Neighbours in a subgroup share queries.
let thread = (subgroup * size + lane) % ${threads}u;
let row_thread = thread / ${columnThreads}u;
let column_thread = thread % ${columnThreads}u;

${layout.queries === 'cached' ? placeQueries(layout, problem) : stageQueries(layout)}
${declareSums(layout)}

${prefetch ? `${declareHeld(layout)}\n${fetchKeys(layout, '0u')}\n` : ''}for (var step = 0u; step < ${steps}u; step++) {
  let first_key = step * ${bk}u;
  if (first_key >= most_visible) {
    break;
  }
  // Everyone has finished with the previous step.
  workgroupBarrier();
${indent(bringKeys(layout), 2)}
  workgroupBarrier();
${indent(scores(layout), 2)}
  if (first_key + ${bk}u > least_visible) {
${indent(hide(layout), 4)}
  }
${indent(softmax(layout), 2)}
  // Everyone has read the keys.
  workgroupBarrier();
${indent(replaceKeys(layout, steps), 2)}
  workgroupBarrier();
${indent(weightedValues(layout), 2)}
}

${writeBack(layout, problem)}`;
}

// Values that have a place of their own come with the keys.
function bringKeys(layout: FlashLayout): string {
  if (layout.prefetch) return `${depositKeys(layout)}\n${fetchValues(layout)}\n// Keys are complete.`;
  if (layout.weights === 'shuffled') return `${stageKeys(layout)}\n// Keys are complete.`;
  return `${stageKeys(layout)}\n${stageValues(layout)}\n// Keys and values are complete.`;
}

// Weights or values take the place of the keys. The step's values are stored, and the next keys set out.
function replaceKeys(layout: FlashLayout, steps: number): string {
  const { prefetch, weights, bk } = layout;
  const isStored = weights === 'stored';
  const next = `if (step + 1u < ${steps}u) {
${indent(fetchKeys(layout, `first_key + ${bk}u`), 2)}
}`;
  return [
    ...(isStored ? [depositWeights(layout)] : []),
    ...(prefetch ? [depositValues(layout), next] : isStored ? [] : [stageValues(layout)]),
    isStored ? '// The weights are complete.' : '// The values are complete.',
  ].join('\n');
}
