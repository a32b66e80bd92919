// FlashAttention on matrix units with whole rows a lane: f16 in and out, f32 sums, 32 queries or more a subgroup.
//
// A fragment of keys or values that is loaded from workgroup memory serves all queries of its subgroup, and a step is so long that its
// barriers are few. Keys and values are stored into their tiles at different times of a step, so that they need no barriers of their
// own. Per step:
//   1. each subgroup multiplies its queries by the keys and leaves the scores in workgroup memory;
//   2. barrier: the scores are complete, the keys and the values of the step before have been read. Everyone stores the values of this
//      step and the keys of the next one;
//   3. a lane owns whole rows of scores: maximum, exponentials, sum; weights are stored as f16;
//   4. barrier, by the load that tells whether any reference was raised: weights, values and the next keys are complete;
//   5. the loads of what comes next begin, and each subgroup multiplies weights by values into its output fragments.
// WGSL has no barrier for one subgroup, and orders no accesses of different lanes otherwise: in a workgroup of one subgroup the
// barrier of the workgroup is one. Exponentials are taken relative to a reference that may lag behind by 2^8, as in tensor.wgsl.ts.
// Where references are trusted, step 4 is a barrier and asks nothing, and a block whose trust was wrong is left to a second dispatch.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { placeBlock, visibleKeys } from './problem.ts';
import { tensorEntry, tensorHead } from './tensor/constants.ts';
import { loaders } from './tensor/staging.ts';
import { layOutWide } from './wide/layout.ts';
import type { WideLayout, WideTile } from './wide/layout.ts';
import { beginTiles, declarePlaces, placesOf, takeFirstTiles, takeSteps } from './wide/steps.ts';
import { declareRows, writeBack } from './wide/softmax.ts';
import { declareHeld, fetchQueries, stageQueries } from './wide/staging.ts';
import { declareLeft, groupNumber, placeKeys, placeParts } from './wide/tail.ts';
import type { WideProblem } from './wide/tail.ts';

export { layOutWide } from './wide/layout.ts';
export type { Schedule, WideTile } from './wide/layout.ts';

/** Writes the kernel of one attention; `dim` is a multiple of 16. */
export function wideKernel(problem: WideProblem, tile: WideTile): string {
  const layout = layOutWide(tile, problem.dim);
  const { bq, keys, queries, width, threads } = layout;
  return `// Attention over ${problem.keys} keys of ${problem.dim} elements: ${bq} queries x ${keys} keys a step, ${queries} queries a subgroup.
${tensorHead(problem, 'outputs: array<vec4<u32>>')}${declareLeft(problem, tile.trusts)}

${workgroupMemory(layout)}

${visibleKeys(problem)}

${loaders(problem, { width, bq, bk: keys })}

${tensorEntry(problem, threads)} {
${indent(mainBody(problem, layout), 2)}
}
`;
}

function workgroupMemory({ keys, bq, stride, scoreWords, weightStride, schedule }: WideLayout): string {
  const weights =
    schedule === 'apart' ? `\nvar<workgroup> weights: array<vec4<u32>, ${bq * weightStride}>;` : '';
  return `var<workgroup> tile_k: array<vec4<u32>, ${keys * stride}>; // eight halves each
var<workgroup> tile_v: array<vec4<u32>, ${keys * stride}>;
var<workgroup> scores: array<vec4<u32>, ${scoreWords}>; // four numbers each${weights}
var<workgroup> raised: atomic<u32>;`;
}

function place(problem: WideProblem, { bq, band }: WideLayout): string {
  const { tail, isAgain } = problem;
  const placed = tail
    ? `${placeBlock(problem, bq, band, placeParts(problem, tail, bq))}\n${placeKeys(tail)}`
    : placeBlock(problem, bq, band);
  if (!isAgain) return placed;
  return `${placed}
// What was trusted was right.
if (untrusted[${groupNumber(problem)}] == 0u) {
  return;
}`;
}

function mainBody(problem: WideProblem, layout: WideLayout): string {
  const { queries, rowFragments, dimFragments } = layout;
  const own = problem.causal
    ? `\nlet own_visible = visible_keys(head, first_query + subgroup * ${queries}u + ${queries - 1}u);`
    : '';
  return `${place(problem, layout)}${own}
${declareRows(layout)}

${declarePlaces(layout)}
${declareHeld(layout)}
${beginTiles(problem, layout)}
${fetchQueries(layout)}
${takeFirstTiles(problem, layout)}
${stageQueries(layout)}
${each(rowFragments, (r) => each(dimFragments, (i) => `var o${r}_${i} = Result();`, ' '))}

${takeSteps(problem, layout)}
${layout.trusts ? tellTrust(problem) : ''}
${writeBack(layout, problem, placesOf(layout))}`;
}

// A score exceeded the reference of its row by more than its weight can say: the second dispatch does this again, and asks.
function tellTrust(problem: WideProblem): string {
  return `workgroupBarrier();
if (thread == 0u) {
  untrusted[${groupNumber(problem)}] = atomicLoad(&raised);
}
`;
}
