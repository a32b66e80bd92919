// Where every value of a program lies: inputs, results and constants in buffers of their own, everything else in arenas.
import type { Group } from '../fuse/group.ts';
import { externalsOf } from '../fuse/stores.ts';
import { turnOf } from '../fuse/turned.ts';
import type { Subject } from '../fuse/join.ts';
import { isDense } from '../fuse/walk.ts';
import { surelyHeld } from '../generate/folds.ts';
import { bytesOfValue } from '../generate/kernel.ts';
import { countOf, typeOf } from '../graph/types.ts';
import type { ValueId } from '../graph/types.ts';
import { placeValues } from './arena.ts';
import type { ArenaPlan, Placement } from './arena.ts';
import { lifetimes, peakBytes } from './lifetimes.ts';
import type { Lifetime } from './lifetimes.ts';

/** The memory of values between kernels. */
export interface MemoryPlan extends ArenaPlan {
  /** The most bytes that live at once: no plan can do with less. */
  readonly peakBytes: number;
  /** What the same values would take with memory each of their own. */
  readonly separateBytes: number;
  /** Values that take the place of another, element for element, by theirs. */
  readonly inPlace: ReadonlyMap<ValueId, ValueId>;
  /** Where a value lies; null where it is no business of the arenas. */
  readonly placementOf: (id: ValueId) => Placement | null;
}

/** Plans the memory between kernels that run in this order; no arena is larger than `limit` bytes. */
export function planMemory(subject: Subject, groups: readonly Group[], limit: number): MemoryPlan {
  const { outputs } = subject;
  const own = new Set(groups.flatMap(({ stores }) => stores.filter((id) => !outputs.has(id))));
  const uses = groups.map((group) => ({
    writes: group.stores.filter((id) => own.has(id)),
    reads: externalsOf(subject, group).filter((id) => own.has(id)),
  }));
  const alone = lifetimes(uses, (id) => bytesOfValue(subject, id));
  const inPlace = takeovers(subject, groups, alone);
  const shared = merged(alone, inPlace);
  const plan = placeValues(shared, limit);
  const byId = new Map(plan.placements.map((placement) => [placement.value.id, placement]));
  return {
    ...plan,
    peakBytes: peakBytes(shared),
    separateBytes: alone.reduce((sum, { bytes }) => sum + bytes, 0),
    inPlace,
    placementOf: (id) => byId.get(rootOf(inPlace, id)) ?? null,
  };
}

/** The value whose memory a value has in the end. */
export function rootOf(inPlace: ReadonlyMap<ValueId, ValueId>, id: ValueId): ValueId {
  const before = inPlace.get(id);
  return before === undefined ? id : rootOf(inPlace, before);
}

// A result may be written where an operand was read, if nobody reads that again and each thread reads what it overwrites itself.
function takeovers(
  subject: Subject,
  groups: readonly Group[],
  values: readonly Lifetime[],
): ReadonlyMap<ValueId, ValueId> {
  const byId = new Map(values.map((value) => [value.id, value]));
  const taken = new Map<ValueId, ValueId>();
  for (const [at, group] of groups.entries()) {
    const free = new Set(externalsOf(subject, group).filter((id) => byId.get(id)?.last === at));
    for (const id of group.stores) {
      if (!byId.has(id) || turnOf(subject, group, id)) continue;
      const place = [...free].find(
        (old) =>
          isSameType(subject, id, old) &&
          isReadInPlace(subject, group, old) &&
          isReadBefore(subject, group, { old, id }),
      );
      if (place === undefined) continue;
      free.delete(place);
      taken.set(id, place);
    }
  }
  return taken;
}

function isSameType({ graph }: Subject, one: ValueId, other: ValueId): boolean {
  const [a, b] = [typeOf(graph, one), typeOf(graph, other)];
  return a.dtype === b.dtype && countOf(a.shape) === countOf(b.shape);
}

function isReadInPlace(subject: Subject, group: Group, id: ValueId): boolean {
  const count = countOf(typeOf(subject.graph, id).shape);
  // What all threads of a row read, or all there are, one of them must not overwrite.
  const isShared = count === 1 || (group.kind === 'rows' && count < group.rows * group.columns);
  if (isShared) return false;
  return group.members.every((reader) =>
    subject.reads(reader).every(({ seen, count: read }) => {
      if (seen.source !== id) return true;
      const isOwnKernel = group.kind === 'opaque' && reader === group.node;
      return !isOwnKernel && read === count && isDense(seen.walk);
    }),
  );
}

// A kernel of rows works in stages: an operand that a result is made of has been read by then, another one may be read later. A row that
// no registers hold is read anew by each stage.
function isReadBefore(subject: Subject, group: Group, { old, id }: Takeover): boolean {
  if (group.kind !== 'rows') return true;
  const sources = new Set([id]);
  // Operands stand before what is made of them.
  for (const member of group.members.toReversed())
    if (sources.has(member)) for (const { seen } of subject.reads(member)) sources.add(seen.source);
  return group.columns <= surelyHeld && sources.has(old);
}

interface Takeover {
  readonly old: ValueId;
  readonly id: ValueId;
}

// Values that follow each other in one place live as one.
function merged(values: readonly Lifetime[], inPlace: ReadonlyMap<ValueId, ValueId>): readonly Lifetime[] {
  const found = new Map<ValueId, Lifetime>();
  for (const value of values) {
    const root = rootOf(inPlace, value.id);
    const known = found.get(root);
    const [first, last] = [
      Math.min(known?.first ?? Infinity, value.first),
      Math.max(known?.last ?? 0, value.last),
    ];
    found.set(root, { id: root, bytes: value.bytes, first, last });
  }
  return [...found.values()];
}
