// What kernels read and write of memory.
import type { ValueId } from '../graph/types.ts';
import type { Group } from './group.ts';
import type { Subject } from './join.ts';

/** Whether a value has memory: what is an expression of the place has none, unless it is a result. */
export function isStored({ outputs, expressions }: Subject, id: ValueId): boolean {
  return !expressions.has(id) || outputs.has(id);
}

/** The same kernel, whose stores are those of its members that somebody else reads. */
export function withStores({ outputs, readers }: Subject, group: Group): Group {
  const own = new Set(group.members);
  const isWanted = (id: ValueId) =>
    outputs.has(id) || readers.get(id)?.some((reader) => !own.has(reader)) === true;
  return { ...group, stores: group.members.filter(isWanted) };
}

/** The values with memory of their own that a kernel reads or writes. */
export function buffersOf(subject: Subject, group: Group): readonly ValueId[] {
  return [...new Set([...externalsOf(subject, group), ...group.stores])];
}

/** The values outside a kernel that it reads from memory. */
export function externalsOf(subject: Subject, group: Group): readonly ValueId[] {
  const own = new Set(group.members);
  const read = group.members.flatMap((id) => subject.reads(id).map(({ seen }) => seen.source));
  return [...new Set(read)].filter((id) => !own.has(id) && isStored(subject, id));
}
