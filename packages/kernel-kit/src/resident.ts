// The skeleton of generated kernels whose workgroups hold a row in registers. Every item that a thread holds has a name, so
// that its loads are issued back to back: thread t takes items t, t + WORKGROUP, … and only the last may lie behind the row.
import { itemWidth } from './rows.ts';

/** What every resident kernel is specialised for. */
export interface ResidentShape {
  readonly rows: number;
  readonly columns: number;
  readonly workgroup: number;
  /** The least subgroup size of the device. */
  readonly subgroupMin: number;
  readonly gridX: number;
}

/** What a kernel puts into the skeleton. */
export interface ResidentParts {
  /** Constants, bindings and workgroup memory. */
  readonly declarations: string;
  readonly functions: string;
  /** From `first`, the place of the thread's first item, to its stores. */
  readonly body: string;
}

/** The kernel's text: a workgroup a row. */
export function residentKernel(shape: ResidentShape, parts: ResidentParts): string {
  const { rows, columns, workgroup, subgroupMin, gridX } = shape;
  const width = itemWidth(columns);
  return `enable subgroups;
alias Item = ${width === 4 ? 'vec4f' : 'f32'};
const ROWS = ${rows}u;
const ITEMS = ${columns / width}u;
const WORKGROUP = ${workgroup}u;
const MOST_SUBGROUPS = ${Math.ceil(workgroup / subgroupMin)}u;
const FOLD_STEPS = ${Math.ceil(workgroup / subgroupMin / subgroupMin)}u;
const GRID_X = ${gridX}u;
${parts.declarations}
${parts.functions}
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
${parts.body}
}
`;
}

/** A function for the sum of an item's columns. */
export function totalFunction({ columns }: ResidentShape): string {
  return `fn total(item: Item) -> f32 {
  return ${itemWidth(columns) === 4 ? '(item.x + item.y) + (item.z + item.w)' : 'item'};
}`;
}

/** Items that a thread holds. */
export function itemsHeld({ columns, workgroup }: ResidentShape): number {
  return Math.ceil(columns / itemWidth(columns) / workgroup);
}

/** Whether all threads have a k-th item. */
export function isWhole({ columns, workgroup }: ResidentShape, k: number): boolean {
  return (k + 1) * workgroup <= columns / itemWidth(columns);
}

/** A value of a thread's k-th item, and what it is where the row has ended. */
export interface ItemValue {
  readonly name: string;
  readonly value: string;
  readonly otherwise: string;
}

/** Declares a value of the k-th item. */
export function loadItem(shape: ResidentShape, k: number, { name, value, otherwise }: ItemValue): string {
  if (isWhole(shape, k)) return `  let ${name} = ${value};`;
  return `  var ${name} = ${otherwise};
  if (thread + ${k * shape.workgroup}u < ITEMS) {
    ${name} = ${value};
  }`;
}

/** Stores the k-th item of a result. */
export function storeItem(shape: ResidentShape, k: number, value: string): string {
  const offset = k * shape.workgroup;
  const line = `y[first + ${offset}u] = ${value};`;
  return isWhole(shape, k) ? `  ${line}` : `  if (thread + ${offset}u < ITEMS) {\n    ${line}\n  }`;
}

/** Joins terms in a balanced tree, which has the fewest dependent steps; `none` where there are none. */
export function balanced(
  terms: readonly string[],
  join: (a: string, b: string) => string,
  none: string,
): string {
  if (terms.length <= 1) return terms[0] ?? none;
  const half = Math.ceil(terms.length / 2);
  return join(balanced(terms.slice(0, half), join, none), balanced(terms.slice(half), join, none));
}
