// One workgroup a row, and the row in registers: it is read once and written once, which is all that the problem needs.
// Two passes over registers, each with one barrier; the second also sums the deviations themselves, which corrects what
// the rounded mean is off by.
import {
  balanced,
  isWhole,
  itemsHeld,
  loadItem,
  residentKernel,
  storeItem,
  totalFunction,
} from '@kernel-ladder/kernel-kit';
import type { ResidentShape } from '@kernel-ladder/kernel-kit';

/** What a resident normalisation is specialised for. */
export interface ResidentNorm extends ResidentShape {
  /** Layer normalisation; RMS norm neither centres nor shifts. */
  readonly isCentred: boolean;
  readonly epsilon: number;
}

/** The kernel's text. */
export function residentText(shape: ResidentNorm): string {
  const ks = Array.from({ length: itemsHeld(shape) }, (_, k) => k);
  const body = [
    ...ks.map((k) => load(shape, k, { name: 'x', from: 'x[first' })),
    shape.isCentred ? centredMoments(shape, ks) : squareMoments(ks),
    ...ks.flatMap((k) => loadParameters(shape, k)),
    ...ks.map((k) => storeItem(shape, k, normalised(shape, k))),
  ].join('\n');
  const functions = `${totalFunction(shape)}\n${foldFunction}`;
  return residentKernel(shape, { declarations: declarations(shape), functions, body });
}

function declarations({ columns, epsilon, isCentred }: ResidentNorm): string {
  return `const COLUMNS = ${columns}.0;
const EPSILON = ${epsilon};
@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;
@group(0) @binding(2) var<storage, read> gamma: array<Item>;
${isCentred ? '@group(0) @binding(3) var<storage, read> beta: array<Item>;' : ''}
// Two sets, taken in turn: one is written while the slowest subgroup still reads the other, so that a sum costs a
// single barrier.
var<workgroup> sums: array<vec2f, 2u * MOST_SUBGROUPS>;`;
}

const foldFunction = `// The sum over the workgroup. Every subgroup folds all sums for itself; with 4 lanes that takes several steps.
fn fold(own: vec2f, turn: u32, subgroup: u32, lanes: vec3u) -> vec2f {
  let folded = subgroupAdd(own);
  if (lanes.x == 0u) {
    sums[(turn % 2u) * MOST_SUBGROUPS + subgroup % MOST_SUBGROUPS] = folded;
  }
  workgroupBarrier();
  var rest = vec2f(0.0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * lanes.y + lanes.x;
    if (other < lanes.z) {
      rest += sums[(turn % 2u) * MOST_SUBGROUPS + other % MOST_SUBGROUPS];
    }
  }
  return subgroupAdd(rest);
}`;

// Mean, deviations d0 …, what the mean is off by, and the inverse root.
function centredMoments(shape: ResidentNorm, ks: readonly number[]): string {
  const own = added(ks.map((k) => `x${k}`));
  return `  let mean = fold(vec2f(total(${own}), 0.0), 0u, subgroup, vec3u(lane, size, subgroups)).x / COLUMNS;
${ks.map((k) => deviation(shape, k)).join('\n')}
  let own = vec2f(total(${added(ks.map((k) => `d${k}`))}), total(${added(ks.map((k) => `d${k} * d${k}`))}));
  let moments = fold(own, 1u, subgroup, vec3u(lane, size, subgroups)) / COLUMNS;
  let inverse = inverseSqrt(max(moments.y - moments.x * moments.x, 0.0) + EPSILON);`;
}

// Zeros behind the row add nothing to a sum, but they deviate from the mean.
function deviation(shape: ResidentNorm, k: number): string {
  const value = `x${k} - mean`;
  return isWhole(shape, k)
    ? `  let d${k} = ${value};`
    : `  let d${k} = select(Item(), ${value}, thread + ${k * shape.workgroup}u < ITEMS);`;
}

function squareMoments(ks: readonly number[]): string {
  const own = added(ks.map((k) => `x${k} * x${k}`));
  return `  let square = fold(vec2f(total(${own}), 0.0), 0u, subgroup, vec3u(lane, size, subgroups)).x / COLUMNS;
  let inverse = inverseSqrt(square + EPSILON);`;
}

function loadParameters(shape: ResidentNorm, k: number): readonly string[] {
  const scale = load(shape, k, { name: 'g', from: 'gamma[thread' });
  return shape.isCentred ? [scale, load(shape, k, { name: 'b', from: 'beta[thread' })] : [scale];
}

interface Source {
  readonly name: string;
  readonly from: string;
}

function load(shape: ResidentNorm, k: number, { name, from }: Source): string {
  const value = `${from} + ${k * shape.workgroup}u]`;
  return loadItem(shape, k, { name: `${name}${k}`, value, otherwise: 'Item()' });
}

function normalised({ isCentred }: ResidentNorm, k: number): string {
  return isCentred ? `(d${k} - moments.x) * inverse * g${k} + b${k}` : `x${k} * inverse * g${k}`;
}

function added(terms: readonly string[]): string {
  return balanced(terms, (a, b) => `(${a} + ${b})`, 'Item()');
}
