// Neighbours become one kernel, front to back. What is known of a kernel is carried along, so that a join looks at what it joins alone:
// the time for a graph grows with its nodes.
import { findNode, functionsOf, operatorOf } from './lookup.ts';
import { isStored } from './stores.ts';
import { isAtHand, joinKinds } from './join.ts';
import type { Subject } from './join.ts';
import type { Group } from './group.ts';
import { isFold } from './seed.ts';
import { canTurn, turnOf } from './turned.ts';
import { countOf, typeOf } from '../graph/types.ts';
import type { Graph, ValueId } from '../graph/types.ts';

/** A kernel with what joining asks of it. */
interface Part {
  readonly group: Group;
  /** What its members read of others, with memory or without. */
  readonly outside: ReadonlySet<ValueId>;
  /** The WGSL functions that it calls, by name. */
  readonly functions: ReadonlyMap<string, string>;
}

/** Parts by the values that they compute. */
type Parts = Map<ValueId, Part>;

// Operators of one kernel: more are as fast in two, and a longer text takes a device's compiler long.
const mostMembers = 256;

/** Joins kernels for single operators, whose stores are known, as long as one kernel does the work of two. */
export function joinNeighbours(
  subject: Subject,
  seeds: readonly Group[],
  mostBuffers: number,
): readonly Group[] {
  const parts: Parts = new Map(
    seeds.flatMap((group) => group.members.map((id) => [id, partOf(subject, group)] as const)),
  );
  for (const id of parts.keys())
    for (const { seen } of subject.reads(id)) {
      const [producer, consumer] = [parts.get(seen.source), parts.get(id)];
      if (!producer || !consumer || producer === consumer) continue;
      const joined = joinPair(subject, parts, { producer, consumer, mostBuffers });
      if (joined) for (const member of joined.group.members) parts.set(member, joined);
    }
  joinSiblings(subject, parts, mostBuffers);
  return [...new Set(parts.values())].map(({ group }) => group);
}

// Kernels that are looked at for one to join: what reads the same stands near.
const mostSiblings = 16;

// Folds of the same columns that read the same, such as the slopes along a gain and along its shift: one kernel reads it once.
function joinSiblings(subject: Subject, parts: Parts, mostBuffers: number): void {
  const known: Part[] = [];
  for (const part of new Set(parts.values())) {
    if (part.group.kind !== 'columns') continue;
    const nearest = known.slice(-mostSiblings);
    const from = known.length - nearest.length;
    const at =
      from +
      nearest.findIndex((other) => isSibling(parts, other, part) && joinKinds(other.group, part.group));
    const sibling = at < from ? undefined : known[at];
    const joined = sibling && joinApart(subject, parts, { producer: sibling, consumer: part, mostBuffers });
    if (joined) {
      known[at] = joined;
      for (const member of joined.group.members) parts.set(member, joined);
    } else known.push(part);
  }
}

// Neither reads the other, and both read one value, or what one kernel has made.
function isSibling(parts: Parts, one: Part, other: Part): boolean {
  const [ofOne, ofOther] = [one, other].map(
    ({ outside }) => new Set([...outside].map((id) => parts.get(id) ?? id)),
  );
  if (!ofOne || !ofOther || ofOne.has(other) || ofOther.has(one)) return false;
  return [...ofOne].some((source) => ofOther.has(source));
}

function joinApart(subject: Subject, parts: Parts, pair: Pair): Part | null {
  const { producer, consumer, mostBuffers } = pair;
  const joined = partOfBoth(subject, parts, { kind: producer.group, ...pair });
  if (!joined || joined.group.members.length > mostMembers || buffersIn(subject, joined) > mostBuffers)
    return null;
  const isApart =
    !isRoundabout(subject, parts, pair) &&
    !isRoundabout(subject, parts, { ...pair, producer: consumer, consumer: producer });
  return isApart ? joined : null;
}

function partOf(subject: Subject, group: Group): Part {
  const texts = group.members.flatMap((id) => functionsOf(subject.graph, id));
  return {
    group,
    outside: new Set(group.members.flatMap((id) => subject.reads(id).map(({ seen }) => seen.source))),
    functions: new Map(texts.map((text) => [/fn (\w+)/.exec(text)?.[1] ?? text, text])),
  };
}

interface Pair {
  readonly producer: Part;
  readonly consumer: Part;
  readonly mostBuffers: number;
}

function joinPair(subject: Subject, parts: Parts, pair: Pair): Part | null {
  const { producer, consumer, mostBuffers } = pair;
  if (producer.group.members.length + consumer.group.members.length > mostMembers) return null;
  const kind = joinKinds(producer.group, consumer.group);
  if (
    !kind ||
    isLeftToFolds(subject, producer.group, consumer.group) ||
    !isSound(subject, parts, { kind, ...pair })
  )
    return null;
  const joined = partOfBoth(subject, parts, { kind, ...pair });
  if (!joined || buffersIn(subject, joined) > mostBuffers || isRoundabout(subject, parts, pair)) return null;
  return joined;
}

// A result behind a product that a fold reads is written to memory whatever follows it. What others make of it for folds they read from
// there: in the product's own kernel each such map is one more result to write, and threads that wait for stores multiply nothing.
function isLeftToFolds(subject: Subject, producer: Group, consumer: Group): boolean {
  if (producer.kind !== 'opaque' || consumer.kind !== 'map') return false;
  const { graph, outputs } = subject;
  const readersOf = (id: ValueId) => subject.readers.get(id) ?? [];
  const isForFolds = (id: ValueId) =>
    !outputs.has(id) && readersOf(id).every((reader) => isComputed(graph, reader));
  const taken = consumer.members
    .flatMap((id) => subject.reads(id).map(({ seen }) => seen.source))
    .filter((id) => producer.members.includes(id));
  return (
    taken.every((id) =>
      readersOf(id).some((reader) => isFold(graph, reader) || waits(subject, reader, id)),
    ) && consumer.members.every(isForFolds)
  );
}

// Values that are looked at between a product and what a reader of it waits for: the slope of a softmax has a handful.
const mostBetween = 16;

// Whether a reader of a value also reads a number a row that is made of that value: no kernel that computes the value has it at hand.
function waits(subject: Subject, reader: ValueId, value: ValueId): boolean {
  const rows = subject
    .reads(reader)
    .filter(({ seen, count }) => countOf(typeOf(subject.graph, seen.source).shape) < count)
    .map(({ seen }) => seen.source);
  const looked = new Set(rows);
  for (const id of looked) {
    if (looked.size > mostBetween) return false;
    if (id === value) return true;
    if (findNode(subject.graph, id)) for (const { seen } of subject.reads(id)) looked.add(seen.source);
  }
  return false;
}

function isComputed(graph: Graph, id: ValueId): boolean {
  const node = findNode(graph, id);
  const kind = node && operatorOf(node).class;
  return kind === 'elementwise' || kind === 'reduction';
}

interface Joining extends Pair {
  readonly kind: Group;
}

// What each reads of its own stays as it is: only what crosses is looked at. What is stored in another order is at no one's hand.
function isSound(subject: Subject, parts: Parts, { kind, producer, consumer }: Joining): boolean {
  if (canTurn(subject, producer.group, consumer.group)) return true;
  const isTurned = (id: ValueId) => turnOf(subject, producer.group, id) !== null;
  return consumer.group.members.every((reader) =>
    subject
      .reads(reader)
      .every(
        (read) =>
          parts.get(read.seen.source) !== producer ||
          (!isTurned(read.seen.source) && isAtHand(subject, kind, { reader, read })),
      ),
  );
}

// Null where functions of one name have different texts: the same operator in two types.
function partOfBoth(subject: Subject, parts: Parts, { kind, producer, consumer }: Joining): Part | null {
  const isOwn = (id: ValueId) => {
    const part = parts.get(id);
    return part === producer || part === consumer;
  };
  const functions = new Map(producer.functions);
  for (const [name, text] of consumer.functions) {
    if ((functions.get(name) ?? text) !== text) return null;
    functions.set(name, text);
  }
  const isWanted = (id: ValueId) =>
    subject.outputs.has(id) || subject.readers.get(id)?.some((reader) => !isOwn(reader)) === true;
  const of = (list: 'members' | 'stores') =>
    [...producer.group[list], ...consumer.group[list]].toSorted((a, b) => a - b);
  const group = { ...kind, members: of('members'), stores: of('stores').filter(isWanted) };
  const outside = new Set([...producer.outside, ...consumer.outside].filter((id) => !isOwn(id)));
  return { group, outside, functions };
}

function buffersIn(subject: Subject, { group, outside }: Part): number {
  return group.stores.length + [...outside].filter((id) => isStored(subject, id)).length;
}

// Kernels that are looked at from either side. Where that is not enough to tell, two that lie so far apart stay two.
const mostLooked = 512;

// Whether the consumer also waits for a third kernel that waits for the producer: as one they would wait for themselves. Both ways are
// gone side by side: one of them mostly ends at once.
function isRoundabout(subject: Subject, parts: Parts, { producer, consumer }: Pair): boolean {
  const ahead = explore((part) => consumersOf(subject, parts, part), [producer, consumer]);
  const back = explore((part) => suppliersOf(parts, part), [consumer, producer]);
  for (let looked = 0; looked < mostLooked; looked++) {
    for (const [own, other] of [
      [ahead, back],
      [back, ahead],
    ] as const) {
      const next = own.next();
      if (next.done) return false;
      if (other.seen.has(next.value)) return true;
    }
  }
  return true;
}

interface Exploring {
  /** All that is to be looked at so far; the first has been left. */
  readonly seen: ReadonlySet<Part>;
  readonly next: () => IteratorResult<Part, undefined>;
}

function explore(
  around: (part: Part) => Iterable<Part>,
  [from, without]: readonly [from: Part, without: Part],
): Exploring {
  const seen = new Set<Part>();
  const add = (part: Part) => {
    for (const next of around(part)) if (next !== from && next !== without) seen.add(next);
  };
  add(from);
  // A set goes on to what is added while it is gone through.
  const places = seen.values();
  return {
    seen,
    next: () => {
      const place = places.next();
      if (!place.done) add(place.value);
      return place;
    },
  };
}

function* suppliersOf(parts: Parts, { outside }: Part): Iterable<Part> {
  for (const id of outside) {
    const part = parts.get(id);
    if (part) yield part;
  }
}

function* consumersOf({ readers }: Subject, parts: Parts, { group }: Part): Iterable<Part> {
  for (const id of group.stores)
    for (const reader of readers.get(id) ?? []) {
      const part = parts.get(reader);
      if (part) yield part;
    }
}
