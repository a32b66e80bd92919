// Every element by itself: one load of each operand, all operators on it in registers, one store of each result.
//
// A thread takes four elements side by side, as vec4s, where shapes allow, and several such items a workgroup's width apart where there
// are enough of them: all of its loads are on their way before the first is waited for.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import { each, gridOf, indent } from '@kernel-ladder/kernel-kit';
import type { MapGroup, OpaqueGroup } from '../fuse/group.ts';
import { turnOf } from '../fuse/turned.ts';
import type { ValueId } from '../graph/types.ts';
import { fourAtOnce, valueFunction } from './functions.ts';
import type { Parameter, ValueFunction } from './functions.ts';
import { boundValues, bytesOfLeaf, bytesOfValue, headText, memoryOf } from './kernel.ts';
import type { Bound, GeneratedKernel, Target } from './kernel.ts';
import { loadsOf, storeText, takesFours } from './loads.ts';
import type { Load, Order } from './loads.ts';
import { placeText } from './places.ts';
import type { Leaf, Scope } from './sources.ts';

const workgroup = 256;
const mostItems = 4;

/** A value that a kernel computes element by element in a way of its own: `fn name(at: u32)`, with what it reads. */
export interface OwnElement {
  readonly id: ValueId;
  readonly name: string;
  readonly text: string;
  readonly reads: readonly ValueId[];
  readonly bytes: number;
  readonly longestSum: number;
}

/** Writes the kernel of a map, or of what follows a value with an element function of its own. */
export function mapKernel(
  scope: Scope,
  target: Target,
  group: MapGroup | OpaqueGroup,
  own?: OwnElement,
): GeneratedKernel {
  const { stores } = group;
  const isNamed = (id: ValueId) => id === own?.id;
  const functions = stores.filter((id) => !isNamed(id)).map((id) => valueFunction(scope, id, isNamed));
  const leaves = distinctLeaves(functions);
  const width = own || group.count % 4 !== 0 ? 1 : 4;
  const items = group.count / width;
  const tile = tileOf(items, target);
  const workgroups = gridOf(Math.ceil(items / (workgroup * tile)));
  const isWhole = items === workgroups[0] * workgroups[1] * workgroup * tile;
  const order: Order = { columns: null, width, guard: isWhole ? null : `item < ${items}u` };
  const bound = boundOf({ leaves, order, stores, own });
  const loads = loadsOf(scope, { leaves, order, isFours: bound.isFours });
  const parts = { scope, target, group, functions, loads, order, own, stores };
  return {
    file: '@kernel-ladder/fusion/generate/map.ts',
    text: `${headText(scope, target, bound)}

${textsOf(parts)}

@compute @workgroup_size(${workgroup})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first = (group.y * ${workgroups[0]}u + group.x) * ${workgroup * tile}u + thread;
${indent(bodyOf(parts, tile), 2)}
}
`,
    bindings: boundValues(bound, target),
    workgroups,
    bytes:
      (own?.bytes ?? 0) +
      leaves.reduce((sum, leaf) => sum + bytesOfLeaf(scope, leaf), 0) +
      stores.reduce((sum, id) => sum + bytesOfValue(scope, id), 0),
    longestSum: own?.longestSum ?? 1,
  };
}

// As many items as leave no multiprocessor with less than eight workgroups.
function tileOf(items: number, { device }: Target): number {
  const groups = items / workgroup;
  const busy = 8 * multiprocessorsOf(device);
  return Math.max(1, Math.min(mostItems, 2 ** Math.floor(Math.log2(Math.max(1, groups / busy)))));
}

/** The leaves that functions read, each once. */
export function distinctLeaves(functions: readonly ValueFunction[]): readonly Leaf[] {
  const found = new Map<string, Leaf>();
  for (const { parameters } of functions)
    for (const { source } of parameters) if (source.kind === 'leaf') found.set(source.key, source);
  return [...found.values()];
}

interface Reading {
  readonly leaves: readonly Leaf[];
  readonly order: Order;
  readonly stores: readonly ValueId[];
  readonly own?: OwnElement | undefined;
}

/** What is bound, and what of it as vec4s. */
export function boundOf({ leaves, order, stores, own }: Reading): Bound {
  const stored = leaves.filter(({ expression }) => expression === null);
  const reads = [...new Set([...(own?.reads ?? []), ...stored.map(({ id }) => id)])];
  const fours = new Set(
    reads.filter(
      (id) =>
        takesFours(
          stored.filter((leaf) => leaf.id === id),
          order,
        ) && own?.reads.includes(id) !== true,
    ),
  );
  return {
    reads,
    writes: stores,
    isFours: (id) => fours.has(id) || (order.width === 4 && stores.includes(id)),
  };
}

interface MapParts {
  readonly scope: Scope;
  readonly target: Target;
  readonly group: MapGroup | OpaqueGroup;
  readonly functions: readonly ValueFunction[];
  readonly loads: readonly Load[];
  readonly order: Order;
  readonly own?: OwnElement | undefined;
  readonly stores: readonly ValueId[];
}

function textsOf({ scope, functions, loads, order, own }: MapParts): string {
  const isWide = widthTest(loads);
  const wide = functions.flatMap((each_) => [
    ...(each_.text === null ? [] : [each_.text]),
    ...(each_.text !== null && order.width === 4 ? [fourAtOnce(scope, each_, isWide)] : []),
  ]);
  return [...loads.map(({ text }) => text), ...(own ? [own.text] : []), ...wide].join('\n\n');
}

/** Whether a parameter comes as four elements. */
export function widthTest(loads: readonly Load[], isScalar: (id: ValueId) => boolean = () => false) {
  return ({ source }: Parameter): boolean => {
    if (source.kind === 'member') return !isScalar(source.id);
    return loads.find(({ leaf }) => leaf.key === source.key)?.isWide ?? false;
  };
}

function bodyOf(parts: MapParts, tile: number): string {
  const { order, own } = parts;
  const items = Array.from({ length: tile }, (_, k): MapItem => {
    return { at: k === 0 ? 'first' : `first + ${k * workgroup}u`, suffix: tile === 1 ? '' : `_${k}` };
  });
  // An element function has no guard inside.
  if (own)
    return items
      .map((item) => guarded(order, item, [...loadLines(parts, item), ...storeLines(parts, item)]))
      .join('\n');
  const loads = items.flatMap((item) => loadLines(parts, item));
  return [...loads, ...items.map((item) => guarded(order, item, storeLines(parts, item)))].join('\n');
}

interface MapItem {
  readonly at: string;
  /** Put behind the names of its values. */
  readonly suffix: string;
}

function loadLines({ loads, own }: MapParts, { at, suffix }: MapItem): readonly string[] {
  const lines = loads.map(({ name }) => `let ${variableOf(name)}${suffix} = ${name}(${at});`);
  return own ? [...lines, `let own${suffix} = ${own.name}(${at});`] : lines;
}

function storeLines(parts: MapParts, item: MapItem): readonly string[] {
  const { scope, target, group, functions, order, stores } = parts;
  return stores.map((id) => {
    const turn = turnOf(scope, group, id);
    const at = turn ? placeText(turn, `(${item.at})`) : item.at;
    const made = functions.find((each_) => each_.id === id);
    const value = made ? callText(parts, made, item) : `own${item.suffix}`;
    return storeText(scope, memoryOf(target, id), { at, value, width: order.width });
  });
}

function callText(parts: MapParts, { name, parameters, text }: ValueFunction, { suffix }: MapItem): string {
  const { loads, order } = parts;
  const values = parameters.map(({ source }) => {
    const load = loads.find(({ leaf }) => source.kind === 'leaf' && leaf.key === source.key);
    return `${load ? variableOf(load.name) : 'own'}${suffix}`;
  });
  if (text === null) return splat(parts, parameters, values[0] ?? '');
  return `${name}${order.width === 4 ? '_4' : ''}(${values.join(', ')})`;
}

function variableOf(load: string): string {
  return load.replace('load_', '');
}

function guarded({ guard }: Order, { at }: MapItem, lines: readonly string[]): string {
  const text = lines.join('\n');
  return guard === null ? text : `if (${guard.replace('item', at)}) {\n${indent(text, 2)}\n}`;
}

// A copy of what holds for four elements is written four times.
function splat({ loads, order }: MapParts, parameters: readonly Parameter[], value: string): string {
  const [only] = parameters;
  if (!only || order.width === 1 || widthTest(loads)(only)) return value;
  return `vec4(${each(4, () => value, ', ')})`;
}
