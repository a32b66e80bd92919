// Which operators become one kernel: neighbours are joined as long as one kernel does the work of both, front to back, so that
// what follows a product joins it before what comes after takes it for its own.
import { findNode, operatorOf, callOf } from './lookup.ts';
import type { Graph, ValueId } from '../graph/types.ts';
import { join, readsOf } from './join.ts';
import type { Subject } from './join.ts';
import type { Group } from './group.ts';
import { seedGroups } from './seed.ts';
import { seeThrough } from './views.ts';
import { placesAlone } from './places-alone.ts';

/** Whether to fuse, and what a kernel may bind. */
export interface FuseOptions {
  readonly fuse: boolean;
  /** Buffers that one kernel may bind. */
  readonly mostBuffers: number;
}

/** A program as kernels in the order in which they run. */
export interface Kernels extends Subject {
  readonly groups: readonly Group[];
}

/** Groups the operators of a prepared graph (`prepare`). */
export function fuse(graph: Graph, options: FuseOptions): Kernels {
  const views = seeThrough(graph);
  const expressions = placesAlone(graph, views);
  const seeds = seedGroups(graph, views).filter(
    ({ members }) => !members.every((id) => expressions.has(id) && !graph.outputs.includes(id)),
  );
  const subject = { graph, views, expressions, readers: readersIn({ graph, views }, seeds) };
  const groups = options.fuse ? joinNeighbours(subject, seeds, options) : seeds;
  return {
    ...subject,
    groups: inOrder(
      subject,
      groups.map((group) => withStores(subject, group)),
    ),
  };
}

function joinNeighbours(
  subject: Subject,
  seeds: readonly Group[],
  { mostBuffers }: FuseOptions,
): readonly Group[] {
  const of = new Map<ValueId, Group>();
  const place = (group: Group) => group.members.forEach((id) => of.set(id, group));
  seeds.forEach(place);
  for (const id of of.keys())
    for (const { seen } of readsOf(subject, id)) {
      const [producer, consumer] = [of.get(seen.source), of.get(id)];
      if (!producer || !consumer || producer === consumer) continue;
      const joined = joinPair({ subject, of, producer, consumer }, mostBuffers);
      if (joined) place(joined);
    }
  return [...new Set(of.values())];
}

// Operators of one kernel: more are as fast in two, and a longer text takes a device's compiler long.
const mostMembers = 256;

function joinPair(pair: Pair, mostBuffers: number): Group | null {
  const { subject, producer, consumer } = pair;
  if (producer.members.length + consumer.members.length > mostMembers) return null;
  const joined = join(subject, producer, consumer);
  return joined && !isRoundabout(pair) && isBindable(subject, joined, mostBuffers) ? joined : null;
}

function isBindable(subject: Subject, group: Group, mostBuffers: number): boolean {
  return buffersOf(subject, group).length <= mostBuffers && !hasTwins(subject, group);
}

/** The values with memory of their own that a kernel reads or writes. */
export function buffersOf(subject: Subject, group: Group): readonly ValueId[] {
  const { stores } = withStores(subject, group);
  return [...new Set([...externalsOf(subject, group), ...stores])];
}

/** The values outside a kernel that it reads from memory. */
export function externalsOf(subject: Subject, group: Group): readonly ValueId[] {
  const read = group.members.flatMap((id) => readsOf(subject, id).map(({ seen }) => seen.source));
  return [...new Set(read)].filter((id) => !group.members.includes(id) && isStored(subject, id));
}

/** Whether a value has memory: what is an expression of the place has none, unless it is a result. */
export function isStored({ graph, expressions }: Subject, id: ValueId): boolean {
  return !expressions.has(id) || graph.outputs.includes(id);
}

function withStores(subject: Subject, group: Group): Group {
  const { graph, readers } = subject;
  const isWanted = (id: ValueId) =>
    graph.outputs.includes(id) || readers.get(id)?.some((reader) => !group.members.includes(reader)) === true;
  return { ...group, stores: group.members.filter(isWanted) };
}

function readersIn(
  { graph, views }: Pick<Subject, 'graph' | 'views'>,
  seeds: readonly Group[],
): Subject['readers'] {
  const readers = new Map<ValueId, ValueId[]>();
  for (const { members } of seeds)
    for (const id of members)
      for (const { seen } of readsOf({ graph, views }, id)) {
        const known = readers.get(seen.source);
        if (known) known.push(id);
        else readers.set(seen.source, [id]);
      }
  return readers;
}

interface Pair {
  readonly subject: Subject;
  readonly of: ReadonlyMap<ValueId, Group>;
  readonly producer: Group;
  readonly consumer: Group;
}

// Whether the consumer also waits for a third kernel that waits for the producer: as one they would wait for themselves.
function isRoundabout({ subject, of, producer, consumer }: Pair): boolean {
  const seen = new Set<Group>();
  const waits = (group: Group): boolean => {
    if (group === producer) return true;
    if (seen.has(group)) return false;
    seen.add(group);
    return suppliers(subject, of, group).some(waits);
  };
  return suppliers(subject, of, consumer).some((group) => group !== producer && waits(group));
}

function suppliers(subject: Subject, of: ReadonlyMap<ValueId, Group>, group: Group): readonly Group[] {
  const found = externalsOf(subject, group).flatMap((id) => of.get(id) ?? []);
  return [...new Set(found)];
}

// Functions of one name and different texts: the same operator in two types.
function hasTwins({ graph }: Subject, group: Group): boolean {
  const texts = new Set(group.members.flatMap((id) => functionsOf(graph, id)));
  const names = [...texts].map((text) => /fn (\w+)/.exec(text)?.[1] ?? text);
  return new Set(names).size < names.length;
}

/** The WGSL functions that the expression of a value calls. */
export function functionsOf(graph: Graph, id: ValueId): readonly string[] {
  const node = findNode(graph, id);
  const operator = node ? operatorOf(node) : null;
  return node && operator?.class === 'elementwise' ? (operator.functions?.(callOf(graph, node)) ?? []) : [];
}

function inOrder(subject: Subject, groups: readonly Group[]): readonly Group[] {
  const of = new Map(groups.flatMap((group) => group.members.map((id) => [id, group] as const)));
  const ordered = new Set<Group>();
  const place = (group: Group): void => {
    if (ordered.has(group)) return;
    for (const supplier of suppliers(subject, of, group)) if (supplier !== group) place(supplier);
    ordered.add(group);
  };
  groups.toSorted((a, b) => (a.members[0] ?? 0) - (b.members[0] ?? 0)).forEach(place);
  return [...ordered];
}
