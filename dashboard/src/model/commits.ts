// The commits that a machine has measured, from the runs of its families: each family names a part of one common order.
import type { SiteRun } from '@kernel-ladder/schema';

/** A clean commit of the history with its recorded runs. */
export interface MeasuredCommit {
  readonly commit: SiteRun['commit'];
  readonly runs: readonly SiteRun[];
}

/** Every commit once, in commit order; runs that nobody judges, local ones and those of dirty trees, are left out. */
export function commitsOf(
  families: readonly { readonly runs: readonly SiteRun[] }[],
): readonly MeasuredCommit[] {
  const lists = families.map(({ runs }) => runs.filter(({ local, commit }) => !local && !commit.dirty));
  const runs = new Map(lists.flat().map((run) => [run.runId, run]));
  const ofCommit = Map.groupBy(runs.values(), ({ commit }) => commit.sha);
  const orders = lists.map((list) => [...new Set(list.map(({ commit }) => commit.sha))]);
  return merged(orders, (sha) => ofCommit.get(sha)?.[0]?.commit.date ?? '').flatMap((sha) => {
    const own = ofCommit.get(sha) ?? [];
    const sorted = own.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
    return sorted[0] ? [{ commit: sorted[0].commit, runs: sorted }] : [];
  });
}

/** One order that holds all others: the earliest of those before which no list has anything left. */
function merged(orders: readonly (readonly string[])[], dateOf: (name: string) => string): readonly string[] {
  const waiting = Map.groupBy(
    orders.flatMap((order) => order.map((name, at) => ({ name, before: order[at - 1] }))),
    ({ name }) => name,
  );
  const counts = new Map(
    [...waiting].map(([name, places]) => [name, places.filter(({ before }) => before !== undefined).length]),
  );
  const after = Map.groupBy([...waiting.values()].flat(), ({ before }) => before);
  const result: string[] = [];
  const ready = [...counts].flatMap(([name, count]) => (count === 0 ? [name] : []));
  for (let next = earliest(ready, dateOf); next !== undefined; next = earliest(ready, dateOf)) {
    result.push(next);
    for (const { name } of after.get(next) ?? []) {
      const left = (counts.get(name) ?? 0) - 1;
      counts.set(name, left);
      if (left === 0) ready.push(name);
    }
  }
  return result;
}

// Takes it out.
function earliest(names: string[], dateOf: (name: string) => string): string | undefined {
  names.sort((a, b) => dateOf(b).localeCompare(dateOf(a)));
  return names.pop();
}
