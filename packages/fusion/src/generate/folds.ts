// Folds over the threads that share a row: by shuffles in a subgroup, by subgroups and what they leave, or in a tree in workgroup memory.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { foldLength, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { ValueId } from '../graph/types.ts';
import { callOf, nodeOf, operatorOf } from '../fuse/lookup.ts';
import { scalarType } from './naming.ts';
import type { Scope } from './sources.ts';

/** How rows are given to threads. */
export interface RowThreads {
  readonly workgroup: number;
  /** Threads that share a row: a power of two. */
  readonly lanes: number;
  readonly by: 'shuffles' | 'subgroups' | 'tree';
  /** Items of a row for each of them. */
  readonly held: number;
  /** Whether they are so few that registers hold them all. */
  readonly isHeld: boolean;
  /** Of a subgroup of the device. */
  readonly subgroup: { readonly least: number; readonly most: number };
}

// vec4s or single elements of a row in a thread: that many loads in flight are enough, and no more can be held.
const aim = { 4: 4, 1: 16 } as const;
const mostHeld = { 4: 8, 1: 32 } as const;
/** Columns of a row that registers hold on every device: 256 threads of a workgroup are the fewest that WebGPU offers. */
export const surelyHeld = 256 * Math.min(4 * mostHeld[4], mostHeld[1]);
// Rows for each multiprocessor from which on they are many.
const manyRows = 8;

/** Threads for rows of so many items. */
export function rowThreads(
  { rows, items, width }: { readonly rows: number; readonly items: number; readonly width: 1 | 4 },
  device: DeviceFacts,
): RowThreads {
  const offered = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256;
  const isMany = rows >= manyRows * multiprocessorsOf(device);
  const wanted = powerOfTwo(Math.ceil(items / (isMany ? aim[width] : 1)));
  const subgroup = {
    least: subgroupMin(device),
    most: Math.max(subgroupMin(device), device.subgroupMaxSize),
  };
  const hasSubgroups = device.features.has('subgroups');
  const shaped = (lanes: number, workgroup: number, by: RowThreads['by']): RowThreads => {
    const held = Math.ceil(items / lanes);
    return { workgroup, lanes, by, held, isHeld: held <= mostHeld[width], subgroup };
  };
  if (hasSubgroups && wanted <= subgroup.least)
    return shaped(Math.min(subgroup.least, powerOfTwo(items)), Math.max(subgroup.most, 256), 'shuffles');
  if (wanted < 64) return shaped(wanted, 64, 'tree');
  const most = isMany || items > 256 * mostHeld[width] ? Math.min(1024, offered) : 256;
  const lanes = Math.min(wanted, most);
  return shaped(lanes, lanes, hasSubgroups ? 'subgroups' : 'tree');
}

function powerOfTwo(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, count)));
}

/** The longest chain of additions behind a sum over a row. */
export function rowFoldLength(
  { held, lanes, workgroup, by }: RowThreads,
  width: number,
  device: DeviceFacts,
): number {
  const own = held + Math.log2(width);
  return own + (by === 'subgroups' ? foldLength(workgroup, device) : Math.log2(lanes));
}

/** A fold as WGSL: its type, what it begins with, and how two values become one. */
export interface FoldText {
  readonly id: ValueId;
  /** Its number in the kernel, which names are made of. */
  readonly label: number;
  /** What is added up: halves as f32. */
  readonly type: string;
  /** Of the result. */
  readonly result: string;
  readonly identity: string;
  readonly join: (left: string, right: string) => string;
}

/** The WGSL of a fold. */
export function foldText({ graph, locals }: Scope, id: ValueId): FoldText {
  const node = nodeOf(graph, id);
  const operator = operatorOf(node);
  if (operator.class !== 'reduction') throw new Error(`%${id} is no fold`);
  const call = callOf(graph, node);
  const wide = { dtype: call.type.dtype === 'f16' ? ('f32' as const) : call.type.dtype };
  const own = {
    ...call,
    operands: call.operands.map((each) => ({ ...each, ...wide })),
    type: { ...call.type, ...wide },
  };
  const type = scalarType(own.type.dtype);
  return {
    id,
    label: locals.get(id) ?? id,
    type,
    result: scalarType(call.type.dtype),
    identity: operator.start?.(own) ?? `${type}(${operator.identity(own)})`,
    join: operator.wgsl(own),
  };
}

/** An item of one or four elements folded into one. */
export function itemText({ type, result, join }: FoldText, value: string, width: 1 | 4): string {
  const part = (text: string) => (type === result ? text : `${type}(${text})`);
  if (width === 1) return part(value);
  return join(join(part(`${value}.x`), part(`${value}.y`)), join(part(`${value}.z`), part(`${value}.w`)));
}

/** The function that folds what the threads of a row have, and gives all of them the result: `fold_ID(own)`, and more arguments. */
export function foldFunction(fold: FoldText, threads: RowThreads): string {
  switch (threads.by) {
    case 'shuffles':
      return `fn fold_${fold.label}(own: ${fold.type}) -> ${fold.type} {
  var all = own;
${shuffles(fold, 1, threads.lanes)}
  return all;
}`;
    case 'tree':
      return treeText(fold, threads);
    case 'subgroups':
      return subgroupText(fold, threads);
    default:
      return threads.by satisfies never;
  }
}

/** What is handed to a fold's function besides the thread's own value. */
export const foldArguments = {
  shuffles: '',
  tree: ', thread',
  subgroups: ', subgroup, subgroup_lane, vec2u(subgroup_size, subgroups)',
} as const;

// A power of two after the other; each pair of lanes joins the same two values, so that all end with the same.
function shuffles({ join }: FoldText, from: number, below: number): string {
  const lines: string[] = [];
  for (let step = from; step < below; step *= 2)
    lines.push(`  all = ${join('all', `subgroupShuffleXor(all, ${step}u)`)};`);
  return lines.join('\n');
}

function treeText({ label, type, join }: FoldText, { lanes, workgroup }: RowThreads): string {
  if (lanes === 1) return `fn fold_${label}(own: ${type}, thread: u32) -> ${type} {\n  return own;\n}`;
  return `var<workgroup> tree_${label}: array<${type}, ${workgroup}>;

fn fold_${label}(own: ${type}, thread: u32) -> ${type} {
  tree_${label}[thread] = own;
  for (var level = 0u; level < ${Math.log2(lanes)}u; level++) {
    // All of one level is written before any of the next is read.
    workgroupBarrier();
    let stride = ${lanes / 2}u >> level;
    if (thread % ${lanes}u < stride) {
      tree_${label}[thread] = ${join(`tree_${label}[thread]`, `tree_${label}[thread + stride]`)};
    }
  }
  workgroupBarrier();
  return tree_${label}[thread / ${lanes}u * ${lanes}u];
}`;
}

function subgroupText(fold: FoldText, { workgroup, subgroup }: RowThreads): string {
  const { label, type, identity, join } = fold;
  const most = Math.ceil(workgroup / subgroup.least);
  const steps = Math.ceil(most / subgroup.least);
  const larger: string[] = [];
  for (let step = subgroup.least; step < subgroup.most; step *= 2)
    larger.push(`  if (${step}u < size) {\n  ${shuffles(fold, step, 2 * step)}\n  }`);
  return `// What each subgroup comes to.
var<workgroup> parts_${label}: array<${type}, ${most}>;

fn in_subgroup_${label}(own: ${type}, size: u32) -> ${type} {
  var all = own;
${[shuffles(fold, 1, subgroup.least), ...larger].filter((text) => text !== '').join('\n')}
  return all;
}

// Every subgroup folds all parts for itself: one barrier, and nothing to hand back. counts: lanes of a subgroup, subgroups; the lane
// stands apart from them, for they are the same for all lanes.
fn fold_${label}(own: ${type}, subgroup: u32, lane: u32, counts: vec2u) -> ${type} {
  let part = in_subgroup_${label}(own, counts.x);
  if (lane == 0u) {
    parts_${label}[subgroup % ${most}u] = part;
  }
  workgroupBarrier();
  var rest = ${identity};
  for (var step = 0u; step < ${steps}u; step++) {
    let other = step * counts.x + lane;
    if (other < counts.y) {
      rest = ${join('rest', `parts_${label}[other % ${most}u]`)};
    }
  }
  return in_subgroup_${label}(rest, counts.x);
}`;
}
