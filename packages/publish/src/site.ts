// Digests → the dashboard's static files: an index, and one file a machine and family with its newest points at least.
import { unpackRows } from '@kernel-ladder/schema';
import type {
  CaseHistory,
  FamilyLadder,
  Machine,
  SiteFamily,
  SiteIndex,
  SiteMachine,
  SitePerturbed,
  SiteSeries,
} from '@kernel-ladder/schema';
import { newestEntry, siteRunOf } from './entries.ts';
import { caseFile, distinctPeers, pageSize, pointOf } from './page.ts';
import type { PageFamily, PageSummary, PlacedRow } from './page.ts';
import type { SourcedRun } from './order.ts';
import type { SummedMachine } from './whole.ts';

/** A machine with its profile, as its newest run saw it. */
export interface KnownMachine extends SummedMachine {
  readonly machine: Machine;
  /** All results, where the runs fit into one page. */
  readonly rows: readonly PlacedRow[] | null;
}

/** What an index says beside its machines: where commits are read on the web, and by machine the families with a tuning table. */
export interface IndexExtras {
  readonly repository?: string | null;
  readonly tuned?: ReadonlyMap<string, readonly string[]>;
}

/** The index of a site. */
export function indexOf(
  machines: readonly KnownMachine[],
  { repository = null, tuned = new Map() }: IndexExtras = {},
): SiteIndex {
  return {
    schemaVersion: 1,
    ...(repository === null ? {} : { repository }),
    machines: machines.map((machine) => {
      const families = tuned.get(machine.key);
      return { ...entryOf(machine), ...(families ? { tuned: families } : {}) };
    }),
  };
}

function entryOf({ machine, entries, pages, rows }: KnownMachine): SiteMachine {
  const families = familyNames(pages);
  const opening = openingFamily(pages);
  const lastRun = newestEntry(entries)?.head.site.startedAt;
  return {
    machine,
    runs: entries.length,
    families,
    series: new Set(pages.flatMap(({ series }) => series.map(({ id }) => id))).size,
    ...(lastRun === undefined ? {} : { lastRun }),
    ...(opening === undefined ? {} : { opening }),
    ...(rows ? {} : { runPages: pages.length }),
  };
}

function familyNames(pages: readonly PageSummary[]): readonly string[] {
  return [...new Set(pages.flatMap(({ families }) => families.map(({ family }) => family)))].toSorted();
}

// A reader wants a history of real devices first; the names are in order, and the sort keeps it between equals.
function openingFamily(pages: readonly PageSummary[]): string | undefined {
  const [first] = familyNames(pages)
    .map((name) => {
      const own = inPages(pages, name);
      const runs = own.reduce((sum, each) => sum + each.runs, 0);
      return { name, simulated: own.some(({ simulated }) => simulated), runs };
    })
    .toSorted((a, b) => Number(a.simulated) - Number(b.simulated) || b.runs - a.runs);
  return first?.name;
}

function inPages(pages: readonly PageSummary[], name: string): readonly PageFamily[] {
  return pages.flatMap(({ families }) => families.filter(({ family }) => family === name));
}

/** What is known of kernels beside their results. */
export interface KnownKernels {
  /** The hashes of the kernels whose texts are recorded. */
  readonly texts: ReadonlySet<string>;
  /** Runs of the machine in which kernels were taken apart, in commit order. */
  readonly perturbed: readonly SourcedRun[];
}

/** The families of a machine, on these ladders. */
export function familiesOf(
  machine: KnownMachine,
  ladders: readonly FamilyLadder[],
  { texts, perturbed }: KnownKernels,
): readonly SiteFamily[] {
  const { key, pages, rows } = machine;
  const names = new Set(familyNames(pages));
  const byFamily = Map.groupBy(rows ?? newestRows(pages), ({ family }) => family);
  return ladders
    .filter(({ name }) => names.has(name))
    .map((ladder) => {
      const own = byFamily.get(ladder.name) ?? [];
      const hashes = new Set(inPages(pages, ladder.name).flatMap(({ kernels }) => kernels));
      return {
        schemaVersion: 1,
        machineKey: key,
        family: ladder.name,
        ladder,
        kernels: [...hashes].filter((hash) => texts.has(hash)).toSorted(),
        ...perturbedIn(ladder.name, perturbed),
        ...seriesIn(machine, ladder, own),
        ...(rows ? {} : { history: historyOf(pages, ladder.name) }),
      };
    });
}

// Of each id the newest; nothing where no kernel of the family was taken apart.
function perturbedIn(family: string, runs: readonly SourcedRun[]): Pick<SiteFamily, 'perturbed'> {
  const found = new Map<string, SitePerturbed>();
  for (const { run } of runs)
    for (const { id, family: of, variant, case: name, perturbations } of run.results)
      if (of === family && perturbations)
        found.set(id, {
          variant,
          case: name,
          commit: run.run.commit.sha,
          startedAt: run.run.startedAt,
          perturbations,
        });
  return found.size > 0 ? { perturbed: [...found.values()] } : {};
}

/** Of every series its newest result and the newest that may be compared, whatever page they are in; in commit order. */
export function newestRows(pages: readonly PageSummary[]): readonly PlacedRow[] {
  const found = new Map<string, readonly PlacedRow[]>();
  for (const { newest } of pages) {
    // Packed by `summarise` from rows.
    const rows = unpackRows('page', newest) as unknown as readonly PlacedRow[];
    for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
      const compared = [...(found.get(id) ?? []), ...own].findLast((row) => row.comparable && row.timing);
      found.set(
        id,
        [...new Set([compared, own.at(-1)])].filter((row) => row !== undefined),
      );
    }
  }
  return [...found.values()].flat().toSorted((a, b) => a.run - b.run);
}

type Series = Pick<SiteFamily, 'peers' | 'runs' | 'series'>;

// Rows are in commit order; a point names its run by its place among those of the family.
function seriesIn(machine: KnownMachine, ladder: FamilyLadder, rows: readonly PlacedRow[]): Series {
  const runs = [...new Set(rows.map(({ run }) => run))];
  const places = new Map(runs.map((run, place) => [run, place]));
  const peers = distinctPeers(rows.flatMap(({ peer }) => peer ?? []));
  const usual = usualOf(ladder);
  const series = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own): SiteSeries[] => {
    const last = own.at(-1);
    if (!last) return [];
    const { id, variant, params, dtype, work } = last;
    const points = own.map((row) => ({ ...pointOf(row, peers), run: places.get(row.run) ?? 0 }));
    return [{ id, variant, case: last.case, params: completed(params, usual), dtype, work, points }];
  });
  return {
    ...(peers.length > 0 ? { peers } : {}),
    runs: runs.flatMap((run) => {
      const entry = machine.entries[run];
      return entry ? [siteRunOf(entry)] : [];
    }),
    series: inOrder(series, ladder, casesInOrder(inPages(machine.pages, ladder.name))),
  };
}

// What an id leaves out: results from before there was a parameter lack it, and are of the same problem as those that have it.
function usualOf({ params }: FamilyLadder): SiteSeries['params'] {
  return Object.fromEntries(
    params.flatMap(({ key, default: value }) => (value === undefined ? [] : [[key, value]])),
  );
}

function completed(params: SiteSeries['params'], usual: SiteSeries['params']): SiteSeries['params'] {
  const lacking = Object.entries(usual).filter(([key]) => !(key in params));
  return lacking.length === 0 ? params : { ...params, ...Object.fromEntries(lacking) };
}

// Case by case, the rungs of each as the ladder has them; one that the ladder has no more stands behind the others.
function inOrder(
  series: readonly SiteSeries[],
  { rungs }: FamilyLadder,
  cases: readonly string[],
): readonly SiteSeries[] {
  const rungPlaces = new Map(rungs.map(({ name }, place) => [name, place]));
  const casePlaces = new Map(cases.map((name, place) => [name, place]));
  const rung = ({ variant }: SiteSeries) => rungPlaces.get(variant) ?? rungs.length;
  const place = (one: SiteSeries) => casePlaces.get(one.case) ?? cases.length;
  return series.toSorted((a, b) => place(a) - place(b) || rung(a) - rung(b));
}

// A partial run knows some of the cases: the newest of the fullest runs has them all, in the family's order.
function casesInOrder(families: readonly PageFamily[]): readonly string[] {
  const lists = families.flatMap(({ cases }) => cases);
  return [
    ...new Set(
      lists
        .toReversed()
        .toSorted((a, b) => b.length - a.length)
        .flat(),
    ),
  ];
}

function historyOf(pages: readonly PageSummary[], family: string): readonly CaseHistory[] {
  const found = new Map<string, number[]>();
  for (const [page, { families }] of pages.entries())
    for (const { family: name, cases } of families)
      if (name === family)
        for (const one of new Set(cases.flat())) found.set(one, [...(found.get(one) ?? []), page]);
  return [...found].map(([name, own]) => ({ case: name, file: caseFile(name), pages: own }));
}

/** How many pages so many runs take. */
export function pagesOf(runs: number): number {
  return Math.ceil(runs / pageSize);
}
