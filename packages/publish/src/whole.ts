// Which runs are read whole? Of most a digest is enough; ladders, checks and completion look at some few of them.
import { addTold, looksAt } from '@kernel-ladder/curriculum';
import type { Told } from '@kernel-ladder/curriculum';
import { newestEntry } from './entries.ts';
import type { MachineEntries, RunEntry } from './entries.ts';
import type { PageSummary } from './page.ts';

/** A machine with its runs and their pages. */
export interface SummedMachine extends MachineEntries {
  readonly pages: readonly PageSummary[];
}

// Of a family whose runs carry no ladder the ladder is made of results: so many runs know its rungs.
const enoughWithoutLadder = 64;

/** The runs that ladders are made of: of every family the newest that carries its kernels, and the newest with rows beside them. */
export function ladderEntries(entries: readonly RunEntry[]): readonly RunEntry[] {
  const families = new Set(entries.flatMap(({ head }) => head.families));
  const carried = new Set(entries.flatMap(({ head }) => head.ladders.map(({ family }) => family)));
  const newestFirst = entries.toReversed();
  const having = Map.groupBy(
    newestFirst.flatMap((entry) => entry.head.families.map((family) => ({ family, entry }))),
    ({ family }) => family,
  );
  const carrying = Map.groupBy(
    newestFirst.flatMap((entry) => entry.head.ladders.map((ladder) => ({ ...ladder, entry }))),
    ({ family }) => family,
  );
  return [...families].flatMap((family) => {
    const own = having.get(family) ?? [];
    if (!carried.has(family)) return own.slice(0, enoughWithoutLadder).map(({ entry }) => entry);
    const ladders = carrying.get(family) ?? [];
    const chosen = [own[0], ladders.find((one) => one.own), ladders.find((one) => one.beside)];
    return chosen.flatMap((one) => one?.entry ?? []);
  });
}

// Each may have taken other rungs of a family apart.
const enoughPerturbed = 8;

/** The runs in which kernels were taken apart: of every family the newest few. */
export function perturbedEntries(entries: readonly RunEntry[]): readonly RunEntry[] {
  const having = Map.groupBy(
    entries.flatMap((entry) => entry.head.perturbed.map((family) => ({ family, entry }))),
    ({ family }) => family,
  );
  return [...having.values()].flatMap((own) => own.slice(-enoughPerturbed).map(({ entry }) => entry));
}

/** The runs that stand behind a machine's checks, and the one that knows the machine best. */
export function checkedEntries({ entries, pages }: SummedMachine): readonly RunEntry[] {
  const places = checkedRuns(pages).map(({ place }) => place);
  const newest = newestEntry(entries);
  return [...[...new Set(places)].flatMap((place) => entries[place] ?? []), ...(newest ? [newest] : [])];
}

/** Of every family and variant the place of the run whose checks are shown. */
export function checkedRuns(
  pages: readonly PageSummary[],
): readonly { readonly family: string; readonly variant: string; readonly place: number }[] {
  const found = new Map<
    string,
    { family: string; variant: string; newest: number; covered: number | null }
  >();
  for (const { checks } of pages)
    for (const check of checks) {
      const name = `${check.family}/${check.variant}`;
      found.set(name, { ...check, covered: check.covered ?? found.get(name)?.covered ?? null });
    }
  return [...found.values()].map(({ family, variant, newest, covered }) => ({
    family,
    variant,
    place: covered ?? newest,
  }));
}

/** The runs that completion is made of, and the commits at which it is looked at. */
export interface Looks {
  readonly entries: readonly RunEntry[];
  readonly commits: ReadonlySet<string>;
}

/** What completion needs of runs in commit order; `wordsOf` is what a run tells rules that look back, id by id. */
export function lookEntries(
  entries: readonly RunEntry[],
  wordsOf: (entry: RunEntry) => ReadonlyMap<string, string>,
): Looks {
  const commits = [...Map.groupBy(entries, ({ head }) => head.site.commit.sha)];
  const looks = looksAt(commits.length);
  const needed = new Set<RunEntry>();
  let kept: readonly Told<RunEntry>[] = [];
  for (const [at, [, own]] of commits.entries()) {
    for (const entry of own) kept = addTold(kept, toldOf(entry, wordsOf(entry)));
    if (looks.has(at)) for (const { of } of kept) needed.add(of);
  }
  const first = new Map(entries.toReversed().map((entry) => [entry.head.machineKey, entry]));
  for (const entry of first.values()) needed.add(entry);
  const shas = commits.flatMap(([sha], at) => (looks.has(at) ? [sha] : []));
  return { entries: entries.filter((entry) => needed.has(entry)), commits: new Set(shas) };
}

function toldOf(entry: RunEntry, words: ReadonlyMap<string, string>): Told<RunEntry> {
  const { machineKey, site } = entry.head;
  return { of: entry, machineKey, startedAt: site.startedAt, words };
}
