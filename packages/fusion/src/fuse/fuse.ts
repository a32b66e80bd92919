// Which operators become one kernel: neighbours are joined as long as one kernel does the work of both, front to back, so that
// what follows a product joins it before what comes after takes it for its own.
import type { Graph, ValueId } from '../graph/types.ts';
import { readsIn } from './join.ts';
import type { Subject } from './join.ts';
import type { Group } from './group.ts';
import { joinNeighbours } from './merge.ts';
import { placesAlone } from './places-alone.ts';
import { seedGroups } from './seed.ts';
import { externalsOf, withStores } from './stores.ts';
import { seeThrough } from './views.ts';

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
  const outputs = new Set(graph.outputs);
  const isText = (id: ValueId) => expressions.has(id) && !outputs.has(id);
  const bare = seedGroups(graph, views).filter(({ members }) => !members.every(isText));
  const reads = readsIn(graph, views);
  const subject = { graph, views, expressions, outputs, reads, readers: readersIn(reads, bare) };
  const seeds = bare.map((group) => withStores(subject, group));
  const groups = options.fuse ? joinNeighbours(subject, seeds, options.mostBuffers) : seeds;
  return { ...subject, groups: inOrder(subject, groups) };
}

function readersIn(reads: Subject['reads'], seeds: readonly Group[]): Subject['readers'] {
  const readers = new Map<ValueId, ValueId[]>();
  for (const { members } of seeds)
    for (const id of members)
      for (const { seen } of reads(id)) {
        const known = readers.get(seen.source);
        if (known) known.push(id);
        else readers.set(seen.source, [id]);
      }
  return readers;
}

function inOrder(subject: Subject, groups: readonly Group[]): readonly Group[] {
  const of = new Map(groups.flatMap((group) => group.members.map((id) => [id, group] as const)));
  const ordered = new Set<Group>();
  const place = (group: Group): void => {
    if (ordered.has(group)) return;
    for (const id of externalsOf(subject, group)) {
      const supplier = of.get(id);
      if (supplier && supplier !== group) place(supplier);
    }
    ordered.add(group);
  };
  groups.toSorted((a, b) => (a.members[0] ?? 0) - (b.members[0] ?? 0)).forEach(place);
  return [...ordered];
}
