// Whether two kernels can be one, and which.
import { countOf, typeOf } from '../graph/types.ts';
import type { Graph, ValueId } from '../graph/types.ts';
import type { ColumnsGroup, Group, MapGroup, RowsGroup } from './group.ts';
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
  /** The computed values that read each value with memory of its own. */
  readonly readers: ReadonlyMap<ValueId, readonly ValueId[]>;
}

/** The kernel of both, what it writes still to be said; null where no one kernel does it. */
export function join(subject: Subject, one: Group, other: Group): Group | null {
  const joined = joinKinds(one, other);
  if (!joined) return null;
  const members = [...one.members, ...other.members].toSorted((a, b) => a - b);
  const both = { ...joined, members, stores: members };
  return isSound(subject, both) ? both : null;
}

function joinKinds(one: Group, other: Group): Group | null {
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

// Every value that a member reads of another member is at hand where it is read.
function isSound(subject: Subject, group: Group): boolean {
  const { graph } = subject;
  return group.members.every((reader) =>
    readsOf(subject, reader).every(({ seen, count }) => {
      if (!group.members.includes(seen.source)) return true;
      // A kernel of its own begins with its operands.
      if (group.kind === 'opaque' && reader === group.node) return false;
      const from = countOf(typeOf(graph, seen.source).shape);
      return isAtHand(group, { seen, from, to: count, isFold: isFold(graph, reader) });
    }),
  );
}

/** What a node reads: each operand with what it is made of, and how many elements are read. */
export function readsOf(
  { graph, views }: Pick<Subject, 'graph' | 'views'>,
  reader: ValueId,
): readonly { readonly seen: Seen; readonly count: number }[] {
  const copy = views.copied.get(reader);
  if (copy) return [{ seen: copy, count: countOf(typeOf(graph, reader).shape) }];
  const operands = findNode(graph, reader)?.operands ?? [];
  return operands.map((id) => ({ seen: views.of(id), count: countOf(typeOf(graph, id).shape) }));
}

interface Reading {
  readonly seen: Seen;
  /** Elements of the value that is read, and of the walk through it. */
  readonly from: number;
  readonly to: number;
  readonly isFold: boolean;
}

function isAtHand(group: Group, { seen: { walk }, from, to, isFold: folds }: Reading): boolean {
  if (from === to) return isDense(walk);
  if (group.kind !== 'rows') return false;
  const { rows, columns } = group as RowsGroup;
  return from === rows && to === rows * columns && isRowwise(walk, columns) && !folds;
}
