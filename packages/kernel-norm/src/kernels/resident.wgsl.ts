// One workgroup a row, and the row in registers: it is read once and written once, which is all that the problem needs.
// Generated, so that every item a thread holds has a name and its loads are issued back to back: thread t takes items t,
// t + WORKGROUP, … and only the last may lie behind the row. Two passes over registers, each with one barrier; the
// second also sums the deviations themselves, which corrects what the rounded mean is off by.
import { itemWidth } from '@kernel-ladder/kernel-kit';

/** What a resident normalisation is specialised for. */
export interface ResidentShape {
  readonly rows: number;
  readonly columns: number;
  /** Layer normalisation; RMS norm neither centres nor shifts. */
  readonly isCentred: boolean;
  readonly epsilon: number;
  readonly workgroup: number;
  /** The least subgroup size of the device. */
  readonly subgroupMin: number;
  readonly gridX: number;
}

/** The kernel's text. */
export function residentText(shape: ResidentShape): string {
  const ks = Array.from({ length: heldBy(shape) }, (_, k) => k);
  const parameters = ks.map((k) => loadParameters(shape, k)).join('\n');
  return `${declarations(shape)}
${helpers(shape)}
@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
  @builtin(num_subgroups) subgroups: u32,
) {
  let row = group.y * GRID_X + group.x;
  if (row >= ROWS) {
    return;
  }
  let first = row * ITEMS + thread;
${ks.map((k) => loadItem(shape, k)).join('\n')}
${shape.isCentred ? centredMoments(shape, ks) : squareMoments(ks)}
${parameters}
${ks.map((k) => store(shape, k)).join('\n')}
}
`;
}

function declarations(shape: ResidentShape): string {
  const { rows, columns, workgroup, subgroupMin, gridX } = shape;
  const width = itemWidth(columns);
  return `enable subgroups;
alias Item = ${width === 4 ? 'vec4f' : 'f32'};
const ROWS = ${rows}u;
const ITEMS = ${columns / width}u;
const COLUMNS = ${columns}.0;
const EPSILON = ${shape.epsilon};
const WORKGROUP = ${workgroup}u;
const MOST_SUBGROUPS = ${Math.ceil(workgroup / subgroupMin)}u;
const FOLD_STEPS = ${Math.ceil(workgroup / subgroupMin / subgroupMin)}u;
const GRID_X = ${gridX}u;
@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;
@group(0) @binding(2) var<storage, read> gamma: array<Item>;
${shape.isCentred ? '@group(0) @binding(3) var<storage, read> beta: array<Item>;' : ''}
// Two sets, taken in turn: one is written while the slowest subgroup still reads the other, so that a sum costs a
// single barrier.
var<workgroup> sums: array<vec2f, 2u * MOST_SUBGROUPS>;`;
}

function helpers({ columns }: ResidentShape): string {
  const isWide = itemWidth(columns) === 4;
  return `fn total(item: Item) -> f32 {
  return ${isWide ? '(item.x + item.y) + (item.z + item.w)' : 'item'};
}
// The sum over the workgroup. Every subgroup folds all sums for itself; with 4 lanes that takes several steps.
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
}

// Mean, deviations d0 …, what the mean is off by, and the inverse root.
function centredMoments(shape: ResidentShape, ks: readonly number[]): string {
  const own = added(ks.map((k) => `x${k}`));
  return `    let mean = fold(vec2f(total(${own}), 0.0), 0u, subgroup, vec3u(lane, size, subgroups)).x / COLUMNS;
${ks.map((k) => deviation(shape, k)).join('\n')}
    let own = vec2f(total(${added(ks.map((k) => `d${k}`))}), total(${added(ks.map((k) => `d${k} * d${k}`))}));
    let moments = fold(own, 1u, subgroup, vec3u(lane, size, subgroups)) / COLUMNS;
    let inverse = inverseSqrt(max(moments.y - moments.x * moments.x, 0.0) + EPSILON);`;
}

// Zeros behind the row add nothing to a sum, but they deviate from the mean.
function deviation(shape: ResidentShape, k: number): string {
  const value = `x${k} - mean`;
  return isWhole(shape, k)
    ? `    let d${k} = ${value};`
    : `    let d${k} = select(Item(), ${value}, thread + ${k * shape.workgroup}u < ITEMS);`;
}

function squareMoments(ks: readonly number[]): string {
  const own = added(ks.map((k) => `x${k} * x${k}`));
  return `    let square = fold(vec2f(total(${own}), 0.0), 0u, subgroup, vec3u(lane, size, subgroups)).x / COLUMNS;
    let inverse = inverseSqrt(square + EPSILON);`;
}

function loadItem(shape: ResidentShape, k: number): string {
  return load(shape, k, { name: `x${k}`, from: 'x[first', zero: 'Item()' });
}

function loadParameters(shape: ResidentShape, k: number): string {
  const scale = load(shape, k, { name: `g${k}`, from: 'gamma[thread', zero: 'Item()' });
  if (!shape.isCentred) return scale;
  return `${scale}\n${load(shape, k, { name: `b${k}`, from: 'beta[thread', zero: 'Item()' })}`;
}

interface Load {
  readonly name: string;
  readonly from: string;
  readonly zero: string;
}

function load(shape: ResidentShape, k: number, { name, from, zero }: Load): string {
  const offset = k * shape.workgroup;
  const value = `${from} + ${offset}u]`;
  if (isWhole(shape, k)) return `    let ${name} = ${value};`;
  return `    var ${name} = ${zero};
    if (thread + ${offset}u < ITEMS) {
      ${name} = ${value};
    }`;
}

function store(shape: ResidentShape, k: number): string {
  const offset = k * shape.workgroup;
  const value = shape.isCentred ? `(d${k} - moments.x) * inverse * g${k} + b${k}` : `x${k} * inverse * g${k}`;
  const line = `y[first + ${offset}u] = ${value};`;
  return isWhole(shape, k) ? `    ${line}` : `    if (thread + ${offset}u < ITEMS) {\n      ${line}\n    }`;
}

// Items that a thread holds.
function heldBy({ columns, workgroup }: ResidentShape): number {
  return Math.ceil(columns / itemWidth(columns) / workgroup);
}

// Whether all threads have a k-th item.
function isWhole({ columns, workgroup }: ResidentShape, k: number): boolean {
  return (k + 1) * workgroup <= columns / itemWidth(columns);
}

// A balanced tree has the fewest dependent additions.
function added(terms: readonly string[]): string {
  if (terms.length <= 1) return terms[0] ?? 'Item()';
  const half = Math.ceil(terms.length / 2);
  return `(${added(terms.slice(0, half))} + ${added(terms.slice(half))})`;
}
