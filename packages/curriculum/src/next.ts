// What to build next: what is not held up by anything else, nearly done and small first.
import { dependenciesOf } from './curriculum.ts';
import type { Curriculum } from './curriculum.ts';
import type { Completion, Item, ItemState, Missing } from './types.generated.ts';

/** An item that is not proven, with what it takes. */
export interface NextItem {
  readonly id: string;
  readonly title: string;
  readonly state: ItemState['state'];
  /** 1 to 5; 1 where the code is there and only evidence is missing. */
  readonly effort: number;
  /** Items that have to be proven before. */
  readonly waitsFor: readonly string[];
  /** Items that wait for this one, at any distance. */
  readonly unlocks: number;
  readonly missing: readonly Missing[];
}

const byTier = { core: 2, extended: 3, stretch: 5, none: 3 } as const;
const byState: { readonly [State in ItemState['state']]?: number } = { regressed: 0, implemented: 1 };

/**
 * The provable items that are not proven, in the order in which to take them: a dependency always before what waits
 * for it; among those that wait for nothing regressed ones, then implemented ones, then by effort and by how many
 * others they unlock. `not-applicable` ones are left out.
 */
export function nextItems(curriculum: Curriculum, { items }: Completion): readonly NextItem[] {
  const states = new Map(items.map((state) => [state.id, state]));
  const open = [...curriculum.items.values()].filter((item) => isOpen(item, states));
  const known = { curriculum, states, waiting: waitingFor(curriculum) };
  const rest = new Map(open.map((item) => [item.id, describe(item, known)]));
  const ordered: NextItem[] = [];
  while (rest.size > 0) {
    const ready = [...rest.values()].filter(({ waitsFor }) => waitsFor.every((id) => !rest.has(id)));
    // The curriculum has no cycles, so that something is always ready.
    const [next] = ready.toSorted(compare);
    if (!next) throw new Error(`items wait for each other: ${[...rest.keys()].join(', ')}`);
    ordered.push(next);
    rest.delete(next.id);
  }
  return ordered;
}

function isOpen({ id, kind }: Item, states: ReadonlyMap<string, ItemState>): boolean {
  const state = states.get(id)?.state;
  return (kind === 'bench' || kind === 'doc') && state !== 'proven' && state !== 'not-applicable';
}

interface Known {
  readonly curriculum: Curriculum;
  readonly states: ReadonlyMap<string, ItemState>;
  /** Of an item those that name it. */
  readonly waiting: ReadonlyMap<string, readonly string[]>;
}

function describe(item: Item, { curriculum, states, waiting }: Known): NextItem {
  const { id, title, tier } = item;
  const state = states.get(id);
  const waitsFor = dependenciesOf(item).filter((other) => {
    const needed = curriculum.items.get(other);
    return needed !== undefined && isOpen(needed, states);
  });
  const isBuilt = state?.state === 'implemented' || state?.state === 'regressed';
  return {
    id,
    title,
    waitsFor,
    state: state?.state ?? 'not-started',
    effort: isBuilt ? 1 : (item.effort ?? byTier[tier]),
    unlocks: dependentsOf(id, waiting).size,
    missing: state?.missing ?? [],
  };
}

function waitingFor({ items }: Curriculum): Known['waiting'] {
  const pairs = [...items.values()].flatMap((item) =>
    dependenciesOf(item).map((needed) => ({ needed, id: item.id })),
  );
  const groups = Map.groupBy(pairs, ({ needed }) => needed);
  return new Map([...groups].map(([needed, own]) => [needed, own.map(({ id }) => id)]));
}

function dependentsOf(id: string, waiting: Known['waiting']): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of waiting.get(next) ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  return found;
}

function compare(a: NextItem, b: NextItem): number {
  return (
    a.waitsFor.length - b.waitsFor.length ||
    (byState[a.state] ?? 2) - (byState[b.state] ?? 2) ||
    a.effort - b.effort ||
    b.unlocks - a.unlocks
  );
}
