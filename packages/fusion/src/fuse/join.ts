// Whether two kernels can be one, and which.
import { countOf, typeOf } from '../graph/types.ts';
import type { Graph, ValueId } from '../graph/types.ts';
import type { ColumnsGroup, Group, MapGroup } from './group.ts';
import { findNode } from './lookup.ts';
import type { PlaceExpression } from './places-alone.ts';
import { isRowwise } from './relation.ts';
import { isFold } from './seed.ts';
import type { Seen, Views } from './views.ts';
import { isDense } from './walk.ts';

/** A graph and what its values are made of. */
export interface Subject {
  readonly graph: Graph;
  readonly views: Views;
  /** Values without memory: expressions of the place. */
  readonly expressions: ReadonlyMap<ValueId, PlaceExpression>;
  /** What each computed value reads. */
  readonly reads: (reader: ValueId) => readonly Read[];
  /** The computed values that read each value with memory of its own. */
  readonly readers: ReadonlyMap<ValueId, readonly ValueId[]>;
  readonly outputs: ReadonlySet<ValueId>;
}

/** An operand with what it is made of, and how many elements are read. */
export interface Read {
  readonly seen: Seen;
  readonly count: number;
}

/** The kernel of both, what it computes and writes still to be said; null where no one kernel does the work of both. */
export function joinKinds(one: Group, other: Group): Group | null {
  if (one.kind === 'map') return withMap(other, one);
  if (other.kind === 'map') return withMap(one, other);
  const isSame =
    (one.kind === 'rows' &&
      other.kind === 'rows' &&
      one.rows === other.rows &&
      one.columns === other.columns) ||
    (one.kind === 'columns' && other.kind === 'columns' && isSameFold(one, other));
  return isSame ? one : null;
}

function isSameFold({ fold: a }: ColumnsGroup, { fold: b }: ColumnsGroup): boolean {
  return a.outer === b.outer && a.depth === b.depth && a.inner === b.inner;
}

function withMap(group: Group, { count }: MapGroup): Group | null {
  return levelsOf(group).includes(count) ? group : null;
}

function levelsOf(group: Group): readonly number[] {
  switch (group.kind) {
    case 'map':
    case 'opaque':
      return [group.count];
    case 'rows':
      return [group.rows * group.columns, group.rows];
    case 'columns': {
      const { outer, depth, inner } = group.fold;
      return [outer * depth * inner, outer * inner];
    }
    default:
      return group satisfies never;
  }
}

/** Whether a kernel has at hand what one of its members reads of another one. */
export function isAtHand(
  { graph }: Pick<Subject, 'graph'>,
  group: Group,
  { reader, read }: Reading,
): boolean {
  // A kernel of its own begins with its operands.
  if (group.kind === 'opaque' && reader === group.node) return false;
  const { seen, count } = read;
  const { walk, source } = seen;
  const from = countOf(typeOf(graph, source).shape);
  if (from === count) return isDense(walk);
  if (group.kind !== 'rows') return false;
  const { rows, columns } = group;
  return from === rows && count === rows * columns && isRowwise(walk, columns) && !isFold(graph, reader);
}

interface Reading {
  readonly reader: ValueId;
  readonly read: Read;
}

/** What the nodes of a graph read, each looked at once. */
export function readsIn(graph: Graph, views: Views): Subject['reads'] {
  const known = new Map<ValueId, readonly Read[]>();
  return (reader) => {
    const found = known.get(reader) ?? readsOf(graph, views, reader);
    known.set(reader, found);
    return found;
  };
}

function readsOf(graph: Graph, views: Views, reader: ValueId): readonly Read[] {
  const copy = views.copied.get(reader);
  if (copy) return [{ seen: copy, count: countOf(typeOf(graph, reader).shape) }];
  const operands = findNode(graph, reader)?.operands ?? [];
  return operands.map((id) => ({ seen: views.of(id), count: countOf(typeOf(graph, id).shape) }));
}
