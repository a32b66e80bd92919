// A site of runs in memory, for tests: what `bench publish` makes of files.
import { familyLadders } from '@kernel-ladder/schema';
import type { Columns, SiteFamily, SiteIndex, SiteJudgement } from '@kernel-ladder/schema';
import { digestOf, rowsOf } from './digest.ts';
import type { DigestColumns } from './digest.ts';
import { byMachine, entryOf, newestEntry, orderEntries } from './entries.ts';
import type { RunEntry } from './entries.ts';
import { judgementOf, judgeTimes, withVerdicts } from './judge.ts';
import { unknownNoise } from './noise.ts';
import type { NoiseOf } from './noise.ts';
import type { SourcedRun } from './order.ts';
import { pageSize, summarise } from './page.ts';
import type { PlacedRow } from './page.ts';
import { familiesOf, indexOf, pagesOf } from './site.ts';
import type { KnownMachine } from './site.ts';
import { timesOf } from './times.ts';
import { ladderEntries, perturbedEntries } from './whole.ts';

/** All of the site's data. */
export interface SiteData {
  readonly index: SiteIndex;
  readonly families: readonly SiteFamily[];
}

/** Builds the index and the families of runs in any order. */
export function buildSite(
  runs: readonly SourcedRun[],
  ancestry: ReadonlyMap<string, number>,
  texts: ReadonlySet<string> = new Set(),
): SiteData {
  const entries = orderEntries(entriesOf(runs), ancestry);
  const ladders = familyLadders(
    entries
      .filter((entry) => ladderEntries(entries).includes(entry))
      .flatMap(({ file }) => runs[Number(file)]?.run ?? []),
  );
  const machines = machinesOf(runs, ancestry);
  return {
    index: indexOf(machines),
    families: machines.flatMap((machine) => {
      const perturbed = perturbedEntries(machine.entries).flatMap(({ file }) => runs[Number(file)] ?? []);
      return familiesOf(machine, ladders, { texts, perturbed });
    }),
  };
}

/** Sums up runs in any order, machine by machine. */
export function machinesOf(
  runs: readonly SourcedRun[],
  ancestry: ReadonlyMap<string, number>,
): readonly KnownMachine[] {
  const wholeOf = ({ file }: RunEntry) => runs[Number(file)]?.run;
  return byMachine(orderEntries(entriesOf(runs), ancestry)).flatMap((machine) => {
    const placed = machine.entries.map((entry, place) => ({ place, rows: columnsIn(runs, entry) }));
    const pages = Array.from({ length: pagesOf(placed.length) }, (_, page) =>
      summarise(placed.slice(page * pageSize, (page + 1) * pageSize)),
    );
    const newest = newestEntry(machine.entries);
    const known = newest && wholeOf(newest)?.machine;
    const rows = placed.flatMap(({ place, rows: own }) =>
      rowsOf('rows', own).map((row): PlacedRow => ({ ...row, run: place })),
    );
    return known ? [{ ...machine, pages, machine: known, rows: pages.length === 1 ? rows : null }] : [];
  });
}

/** Judges one machine's runs, which are in commit order. */
export function judgeMachine(
  machineKey: string,
  runs: readonly SourcedRun[],
  noiseOf: NoiseOf = unknownNoise,
): SiteJudgement {
  const entries = entriesOf(runs).filter(({ head }) => head.machineKey === machineKey);
  const placed = entries.map((entry, place) => ({ place, rows: columnsIn(runs, entry) }));
  const times = timesOf({ key: machineKey, entries, pages: [summarise(placed)] }, noiseOf);
  const series = [...times.series];
  return judgementOf(times, withVerdicts(series, series.map(judgeTimes)));
}

function entriesOf(runs: readonly SourcedRun[]): readonly RunEntry[] {
  return runs.map(({ run, local }, at) =>
    entryOf(digestOf(run).head, { local, file: String(at), content: String(at) }),
  );
}

function columnsIn(runs: readonly SourcedRun[], { file }: RunEntry): DigestColumns {
  const run = runs[Number(file)]?.run;
  if (!run) throw new Error(`no run ${file}`);
  const { series, points } = digestOf(run);
  return { series: JSON.parse(series) as Columns, points };
}
