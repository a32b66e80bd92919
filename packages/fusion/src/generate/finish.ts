// What follows of each result of a kernel of its own, as a function that computes it and writes what is wanted.
import { indent } from '@kernel-ladder/kernel-kit';
import type { OpaqueGroup } from '../fuse/group.ts';
import { turnOf } from '../fuse/turned.ts';
import { typeOf } from '../graph/types.ts';
import type { ValueId } from '../graph/types.ts';
import { fourAtOnce, valueFunction } from './functions.ts';
import type { ValueFunction } from './functions.ts';
import { memoryOf } from './kernel.ts';
import type { Bound, Target } from './kernel.ts';
import { itemPlace, loadsOf, storeText } from './loads.ts';
import type { Load, Order } from './loads.ts';
import { boundOf, distinctLeaves, widthTest } from './map.ts';
import { lanes, nameOf, scalarType } from './naming.ts';
import type { Leaf, Scope } from './sources.ts';

/** The text of `finish_NAME(row, item, NAME)`, and what it reads. */
export interface Finish {
  readonly text: string;
  readonly leaves: readonly Leaf[];
  readonly bound: Bound;
}

/** How it is written: in which order, and what the kernel itself reads element by element. */
export interface Finishing {
  readonly order: Order;
  readonly isByElements: (id: ValueId) => boolean;
}

/** Writes what follows of a value that a kernel has computed, an item of a row at a time. */
export function finishText(
  scope: Scope,
  target: Target,
  group: OpaqueGroup,
  { order, isByElements }: Finishing,
): Finish {
  const { node, stores } = group;
  const functions = stores
    .filter((id) => id !== node)
    .map((id) => valueFunction(scope, id, (named) => named === node));
  const leaves = distinctLeaves(functions);
  const taken = boundOf({ leaves, order, stores });
  const bound = { ...taken, isFours: (id: ValueId) => taken.isFours(id) && !isByElements(id) };
  const loads = loadsOf(scope, { leaves, order, isFours: bound.isFours });
  const isWide = widthTest(loads);
  const own = nameOf(scope, node);
  const four = order.width === 4;
  const lines = [
    ...loads.map(({ name }) => `let ${variableOf(name)} = ${name}(row, item);`),
    ...stores.map((id) => {
      const made = functions.find((each) => each.id === id);
      const value = made ? resultOf(made, { loads, own, four }) : own;
      const turn = turnOf(scope, group, id);
      const at = turn ? itemPlace(turn, order) : `row * ${(order.columns ?? 1) / order.width}u + item`;
      return storeText(scope, memoryOf(target, id), { at, value, width: order.width });
    }),
  ];
  const type = lanes(scalarType(typeOf(scope.graph, node).dtype), order.width);
  const texts = [
    ...loads.map(({ text }) => text),
    ...functions.flatMap((made) =>
      made.text === null ? [] : [made.text, ...(four ? [fourAtOnce(scope, made, isWide)] : [])],
    ),
    `fn finish_${own}(row: u32, item: u32, ${own}: ${type}) {\n${indent(lines.join('\n'), 2)}\n}`,
  ];
  return { text: texts.join('\n\n'), leaves, bound };
}

// A view of the product is the product: there is nothing to call.
function resultOf(
  made: ValueFunction,
  { loads, own, four }: { readonly loads: readonly Load[]; readonly own: string; readonly four: boolean },
): string {
  const values = made.parameters.map(({ source }) =>
    source.kind === 'member'
      ? own
      : variableOf(loads.find(({ leaf }) => leaf.key === source.key)?.name ?? ''),
  );
  return made.text === null ? (values[0] ?? own) : `${made.name}${four ? '_4' : ''}(${values.join(', ')})`;
}

function variableOf(load: string): string {
  return load.replace('load_', '');
}
