// Where a member of a kernel finds what it reads.
import { countOf, typeOf } from '../graph/types.ts';
import type { ValueId } from '../graph/types.ts';
import type { Group } from '../fuse/group.ts';
import { isStored } from '../fuse/stores.ts';
import type { Subject } from '../fuse/join.ts';
import type { Seen } from '../fuse/views.ts';
import { literalAt } from '../fuse/places-alone.ts';
import { collapse } from '../fuse/walk.ts';
import type { Walk } from '../fuse/walk.ts';

/** What a kernel is generated of. */
export interface Scope extends Subject {
  readonly group: Group;
  /** Numbers of all values that it reads or computes: of kernels of one structure they are the same, and so are the texts. */
  readonly locals: ReadonlyMap<ValueId, number>;
}

/** A kernel's own numbers for its values: those that it reads, then those that it computes. */
export function scopeOf(subject: Subject, group: Group): Scope {
  const read = group.members.flatMap((id) => subject.reads(id).map(({ seen }) => seen.source));
  const outside = [...new Set(read)].filter((id) => !group.members.includes(id));
  const stored = outside.filter((id) => isStored(subject, id));
  const ordered = [...stored, ...outside.filter((id) => !stored.includes(id)), ...group.members];
  return { ...subject, group, locals: new Map(ordered.map((id, place) => [id, place])) };
}

/** A number that is the same everywhere, as WGSL. */
export interface Literal {
  readonly kind: 'literal';
  readonly text: string;
}

/** Another member of the kernel, at the same place or in the same row. */
export interface Member {
  readonly kind: 'member';
  readonly id: ValueId;
}

/** Something that is found by its place: elements in memory, or an expression of the place. */
export interface Leaf {
  readonly kind: 'leaf';
  /** The same for what is the same. */
  readonly key: string;
  readonly id: ValueId;
  readonly walk: Walk;
  /** An expression of the place in the row-major order of `id`; null where elements lie in memory. */
  readonly expression: ((place: string) => string) | null;
}

/** What a member reads. */
export type Source = Literal | Member | Leaf;

/** What the operands of a member are. */
export function sourcesOf(scope: Scope, reader: ValueId): readonly Source[] {
  return scope.reads(reader).map(({ seen }) => sourceOf(scope, seen));
}

function sourceOf(scope: Scope, { source, walk }: Seen): Source {
  if (scope.group.members.includes(source)) return { kind: 'member', id: source };
  const expression = isStored(scope, source) ? null : (scope.expressions.get(source) ?? null);
  const literal = expression && literalAt(expression, walk);
  return literal === null ? leafOf(source, walk, expression) : { kind: 'literal', text: literal };
}

/** A leaf of a value through a walk. */
export function leafOf(id: ValueId, walk: Walk, expression: Leaf['expression'] = null): Leaf {
  const { dims, strides, offset } = collapse(walk);
  return { kind: 'leaf', key: `${id}:${dims.join()}:${strides.join()}:${offset}`, id, walk, expression };
}

/** Elements of a value. */
export function elementsOf({ graph }: Scope, id: ValueId): number {
  return countOf(typeOf(graph, id).shape);
}
