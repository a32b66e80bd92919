// What the tensor-core kernel computes in a step: scores by fragments, softmax by rows, outputs by fragments.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { writeLse } from '../problem.ts';
import type { AttentionProblem } from '../problem.ts';
import { fragment } from './layout.ts';
import type { TensorLayout } from './layout.ts';

/** 16-byte words of a row of weights that a lane makes: two lanes share a row, and take turns of eight columns. */
function wordsOf({ bk }: TensorLayout): number {
  return bk / fragment;
}

/** Lines that multiply the subgroup's queries by the step's keys and leave the scores in workgroup memory. */
export function scores({ keyFragments, dimFragments, stride, scoreStride }: TensorLayout): string {
  return each(
    keyFragments,
    (j) => `{ // keys ${j * fragment} … ${(j + 1) * fragment - 1} of the step
  var s = Result();
${each(dimFragments, (i) => `  s = subgroupMatrixMultiplyAccumulate(q${i}, subgroupMatrixLoad<Right, col_major>(&tile_k, ${j * fragment * stride + 2 * i}u, ${stride}u), s);`)}
  subgroupMatrixStore<row_major>(&scores, own_scores + ${4 * j}u, s, ${scoreStride}u);
}`,
  );
}

// The vec4 of scores that is the lane's `index`-th, as an offset in its row.
function quadAt(index: number): string {
  return `${4 * Math.floor(index / 2) + (index % 2)}u + 2u * half`;
}

function keysAt(index: number): string {
  return `vec4u(0u, 1u, 2u, 3u) + (first_key + 4u * (${quadAt(index)}))`;
}

/** Lines that read the lane's half of its row, hide what its query does not see, and find the maximum of the row. */
export function readScores(layout: TensorLayout): string {
  const quads = 2 * wordsOf(layout);
  const hidden = each(quads, (j) => `  s${j} = select(vec4f(HIDDEN), s${j}, ${keysAt(j)} < vec4u(visible));`);
  const highest = Array.from({ length: quads }, (_, j) => `s${j}`).reduce(
    (most, quad) => `max(${most}, ${quad})`,
  );
  return `${each(quads, (j) => `var s${j} = scores[own_row + ${quadAt(j)}];`)}
if (first_key + ${layout.bk}u > least_visible) {
${hidden}
}
let highest = ${highest};
var top = max(max(highest.x, highest.y), max(highest.z, highest.w));
top = max(max(top, subgroupShuffleXor(top, 1u)), LOWEST);`;
}

/**
 * Lines that rescale sums and outputs where a row's maximum has outgrown the one that its exponentials are taken
 * relative to. A lead of 2^8 is harmless in f16 and f32, so that after the first steps this hardly ever runs; a
 * fragment has no access to its rows, so that the outputs take the way through workgroup memory.
 */
export function rescale(layout: TensorLayout): string {
  return `if (step == 0u) {
  reference = top;
} else {
  if (top > reference + LEAD) {
    atomicStore(&raised, 1u);
  }
  if (workgroupUniformLoad(&raised) == 1u) {
    let higher = max(reference, top);
    let factor = exp2((reference - higher) * SCALE);
    reference = higher;
    sum *= factor;
    if (thread == 0u) {
      atomicStore(&raised, 0u);
    }
${indent(
  throughRows(layout, (at) => `scores[${at}] *= factor;`, true),
  4,
)}
  }
}`;
}

// Runs a line on each vec4 of the lane's part of its row of the outputs, a step's width of columns at a time.
function throughRows(
  layout: TensorLayout,
  line: (at: string, quad: string) => string,
  isKept: boolean,
): string {
  const { dimFragments, keyFragments, scoreStride } = layout;
  const rounds = Math.ceil(dimFragments / keyFragments);
  const round = (index: number) => {
    const first = index * keyFragments;
    const count = Math.min(keyFragments, dimFragments - first);
    const store = (j: number) =>
      `subgroupMatrixStore<row_major>(&scores, own_scores + ${4 * j}u, o${first + j}, ${scoreStride}u);`;
    const load = (j: number) =>
      `o${first + j} = subgroupMatrixLoad<Result, row_major>(&scores, own_scores + ${4 * j}u, ${scoreStride}u);`;
    return `${each(count, store)}
workgroupBarrier();
${each(2 * count, (j) => line(`own_row + ${quadAt(j)}`, `${4 * first}u + ${quadAt(j)}`))}
workgroupBarrier();${isKept ? `\n${each(count, load)}` : ''}`;
  };
  // A round's fragments have been read before the next one takes their place.
  return each(rounds, round, isKept ? '\nworkgroupBarrier();\n' : '\n');
}

function halvesOf(index: number): string {
  return ['xy', 'zw'].map((pair) => `pack2x16float(w${index}.${pair})`).join(', ');
}

function storeWeights(word: number): string {
  return `weights[own_weights + ${2 * word}u + half] = vec4u(${halvesOf(2 * word)}, ${halvesOf(2 * word + 1)});`;
}

/** Lines that turn scores into f16 weights for the second product. */
export function softmax(layout: TensorLayout): string {
  const words = wordsOf(layout);
  return `let lowered = reference * SCALE;
${each(2 * words, (j) => `let w${j} = exp2(s${j} * SCALE - lowered);`)}
${each(words, storeWeights)}
let all_weights = ${each(2 * words, (j) => `w${j}`, ' + ')};
sum += (all_weights.x + all_weights.y) + (all_weights.z + all_weights.w);`;
}

/** Lines that add the step's values, weighted. */
export function weightedValues({ keyFragments, dimFragments, stride, weightStride }: TensorLayout): string {
  return each(
    keyFragments,
    (j) => `{ // keys ${j * fragment} … ${(j + 1) * fragment - 1} of the step
  let w = subgroupMatrixLoad<Left, row_major>(&weights, first_weights + ${2 * j}u, ${weightStride}u);
${each(dimFragments, (i) => `  o${i} = subgroupMatrixMultiplyAccumulate(w, subgroupMatrixLoad<Right, row_major>(&tile_v, ${j * fragment * stride + 2 * i}u, ${stride}u), o${i});`)}
}`,
  );
}

/** Lines that divide by the sums of the weights and write the outputs. */
export function writeBack(layout: TensorLayout, problem: AttentionProblem): string {
  const { queries, dim } = problem;
  const write = (at: string, quad: string) => `if (query < ${queries}u) {
  outputs[output_row + ${quad}] = vec4<f16>(scores[${at}] * inverse);
}`;
  return `let total = sum + subgroupShuffleXor(sum, 1u);
let inverse = select(0.0, 1.0 / total, total > 0.0);${writeLse(problem, { condition: `query < ${queries}u && half == 0u`, at: `head * ${queries}u + query`, top: 'reference * SCALE' })}
let output_row = (head * ${queries}u + query) * ${dim / 4}u;
// Everyone has read the weights, and so the scores.
workgroupBarrier();
${throughRows(layout, write, false)}`;
}
