// Results of a product that are stored where a view has them: heads that are merged again need no kernel that turns them.
import type { ValueId } from '../graph/types.ts';
import { inFours } from '../generate/places.ts';
import type { Group } from './group.ts';
import type { Subject } from './join.ts';
import { nodeOf } from './lookup.ts';
import { inverse, isDense, splitWalk } from './walk.ts';
import type { Walk } from './walk.ts';

/** Where the elements of a kernel, in its order, are stored of a member that is a view of another one; null where they keep the order. */
export function turnOf({ views }: Pick<Subject, 'views'>, group: Group, id: ValueId): Walk | null {
  const seen = views.copied.get(id);
  const isOwn = group.kind === 'opaque' && seen !== undefined && group.members.includes(seen.source);
  return isOwn && !isDense(seen.walk) ? inverse(seen.walk) : null;
}

/**
 * Whether the consumer is nothing but another order of what a product gives, which nobody else reads: the product stores as much with it
 * as without. Rows of the product stay whole vec4s.
 */
export function canTurn(subject: Subject, producer: Group, { members: [copy, ...others] }: Group): boolean {
  const seen = copy === undefined ? undefined : subject.views.copied.get(copy);
  if (producer.kind !== 'opaque' || !seen || others.length > 0) return false;
  const { op, type } = nodeOf(subject.graph, producer.node);
  if (op !== 'matmul' || isReadElsewhere(subject, seen.source) || turnOf(subject, producer, seen.source))
    return false;
  const back = inverse(seen.walk);
  return back !== null && goesInFours(back, type.shape.at(-1) ?? 1);
}

function isReadElsewhere({ outputs, readers }: Subject, id: ValueId): boolean {
  return outputs.has(id) || (readers.get(id) ?? []).length > 1;
}

function goesInFours(walk: Walk, columns: number): boolean {
  const split = splitWalk(walk, columns);
  if (!split || columns % 4 !== 0) return false;
  return inFours(split.within) !== null && split.rows.strides.every((stride) => stride % 4 === 0);
}
