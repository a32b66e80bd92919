// One workgroup a row, and the row in registers: it is read once and written once, which is all that the problem needs.
// Generated, so that every item a thread holds has a name and its loads are issued back to back: thread t takes items t,
// t + WORKGROUP, … and only the last may lie behind the row. Each subgroup takes exponentials relative to its own
// maximum; one barrier later a single factor corrects them, so that nobody waits twice.
import { itemWidth } from '@kernel-ladder/kernel-kit';

/** What a resident softmax is specialised for. */
export interface ResidentShape {
  readonly rows: number;
  readonly columns: number;
  readonly workgroup: number;
  /** The least subgroup size of the device. */
  readonly subgroupMin: number;
  readonly gridX: number;
  /** The factor of the logits where there is a mask; null without one. */
  readonly maskScale: number | null;
}

/** The kernel's text. */
export function residentText(shape: ResidentShape): string {
  const held = Math.ceil(shape.columns / itemWidth(shape.columns) / shape.workgroup);
  const names = (prefix: string) => Array.from({ length: held }, (_, k) => `${prefix}${k}`);
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
${names('x')
  .map((name, k) => load(shape, name, k))
  .join('\n')}
  let own_top = subgroupMax(max(LOWEST, highest(${folded(names('x'), (a, b) => `max(${a}, ${b})`)})));
${names('e')
  .map((name, k) => `  let ${name} = exp(x${k} - own_top);`)
  .join('\n')}
  let own_sum = subgroupAdd(total(${folded(names('e'), (a, b) => `(${a} + ${b})`)}));
  if (lane == 0u) {
    pairs[subgroup % MOST_SUBGROUPS] = vec2f(own_top, own_sum);
  }
  workgroupBarrier();
  let pair = fold_pairs(lane, size, subgroups);
  // A row in which nothing counts is a row of zeros.
  let factor = select(exp(own_top - pair.x) / pair.y, 0.0, pair.x == LOWEST);
${names('e')
  .map((name, k) => store(shape, name, k))
  .join('\n')}
}
`;
}

function declarations({ rows, columns, workgroup, subgroupMin, gridX, maskScale }: ResidentShape): string {
  const width = itemWidth(columns);
  const keep =
    maskScale === null
      ? ''
      : `// One word a column, 0 where it is masked out.
@group(0) @binding(2) var<storage, read> keep: array<${width === 4 ? 'vec4u' : 'u32'}>;`;
  return `enable subgroups;
alias Item = ${width === 4 ? 'vec4f' : 'f32'};
const ROWS = ${rows}u;
const ITEMS = ${columns / width}u;
const WORKGROUP = ${workgroup}u;
const MOST_SUBGROUPS = ${Math.ceil(workgroup / subgroupMin)}u;
const FOLD_STEPS = ${Math.ceil(workgroup / subgroupMin / subgroupMin)}u;
const GRID_X = ${gridX}u;
// Stands for masked out and for items behind the row: finite even after exp has multiplied it by log2(e).
const LOWEST = -0x1p+127f;
@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;
${keep}
var<workgroup> pairs: array<vec2f, MOST_SUBGROUPS>;`;
}

function helpers({ columns }: ResidentShape): string {
  const isWide = itemWidth(columns) === 4;
  return `fn highest(item: Item) -> f32 {
  return ${isWide ? 'max(max(item.x, item.y), max(item.z, item.w))' : 'item'};
}
fn total(item: Item) -> f32 {
  return ${isWide ? '(item.x + item.y) + (item.z + item.w)' : 'item'};
}
// Maximum and sum of the row. Every subgroup folds all pairs for itself; with 4 lanes that takes several steps.
fn fold_pairs(lane: u32, size: u32, subgroups: u32) -> vec2f {
  var own = vec2f(LOWEST, 0.0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * size + lane;
    if (other < subgroups) {
      let pair = pairs[other % MOST_SUBGROUPS];
      let top = max(own.x, pair.x);
      own = vec2f(top, own.y * exp(own.x - top) + pair.y * exp(pair.x - top));
    }
  }
  let top = subgroupMax(own.x);
  return vec2f(top, subgroupAdd(own.y * exp(own.x - top)));
}`;
}

function load(shape: ResidentShape, name: string, k: number): string {
  const offset = k * shape.workgroup;
  const plain = `x[first + ${offset}u]`;
  const value =
    shape.maskScale === null
      ? plain
      : `select(Item(LOWEST), ${shape.maskScale} * ${plain}, keep[thread + ${offset}u] != ${itemWidth(shape.columns) === 4 ? 'vec4u(0u)' : '0u'})`;
  if (isWhole(shape, k)) return `  let ${name} = ${value};`;
  return `  var ${name} = Item(LOWEST);
  if (thread + ${offset}u < ITEMS) {
    ${name} = ${value};
  }`;
}

function store(shape: ResidentShape, name: string, k: number): string {
  const offset = k * shape.workgroup;
  const line = `y[first + ${offset}u] = ${name} * factor;`;
  return isWhole(shape, k) ? `  ${line}` : `  if (thread + ${offset}u < ITEMS) {\n    ${line}\n  }`;
}

// Whether all threads have a k-th item.
function isWhole({ columns, workgroup }: ResidentShape, k: number): boolean {
  return (k + 1) * workgroup <= columns / itemWidth(columns);
}

// Neighbours first: a balanced tree has the fewest dependent steps.
function folded(names: readonly string[], join: (a: string, b: string) => string): string {
  if (names.length <= 1) return names[0] ?? 'Item(LOWEST)';
  const half = Math.ceil(names.length / 2);
  return join(folded(names.slice(0, half), join), folded(names.slice(half), join));
}
