// The runs that series are made of, by their heads: each once, in commit order, machine by machine.
import type { Dated, SiteRun } from '@kernel-ladder/schema';
import type { RunHead } from './digest.ts';
import { orderRuns } from './order.ts';

/** A run, where it comes from, and by what its file is told from any other. */
export interface RunEntry {
  readonly run: Dated;
  readonly head: RunHead;
  /** Whether it comes from this checkout rather than the history. */
  readonly local: boolean;
  readonly file: string;
  /** Hash of the file's content. */
  readonly content: string;
}

/** An entry of a run's head. */
export function entryOf(head: RunHead, from: Pick<RunEntry, 'local' | 'file' | 'content'>): RunEntry {
  const { runId, startedAt, commit } = head.site;
  return { ...from, head, run: { run: { id: runId, startedAt, commit } } };
}

/** Each run once, however many copies of it there are, and the recorded one where one is; in commit order. */
export function orderEntries(
  entries: readonly RunEntry[],
  ancestry: ReadonlyMap<string, number>,
): readonly RunEntry[] {
  const recorded = fullest(entries.filter(({ local }) => !local));
  const ids = new Set(recorded.map(({ run }) => run.run.id));
  const own = fullest(entries.filter(({ local }) => local)).filter(({ run }) => !ids.has(run.run.id));
  return orderRuns([...recorded, ...own], ancestry);
}

function fullest(entries: readonly RunEntry[]): readonly RunEntry[] {
  const found = new Map<string, RunEntry>();
  for (const entry of entries) {
    const other = found.get(entry.run.run.id);
    if (!other || entry.head.results > other.head.results) found.set(entry.run.run.id, entry);
  }
  return [...found.values()];
}

/** The runs of one machine, in commit order. */
export interface MachineEntries {
  readonly key: string;
  readonly entries: readonly RunEntry[];
}

/** Hardware first, in the order of their first runs; software adapters behind it. */
export function byMachine(entries: readonly RunEntry[]): readonly MachineEntries[] {
  const groups = [...Map.groupBy(entries, ({ head }) => head.machineKey)];
  return groups
    .map(([key, own]) => ({ key, entries: own }))
    .toSorted((a, b) => softwareRank(a) - softwareRank(b));
}

function softwareRank({ entries }: MachineEntries): number {
  return Number(entries.some(({ head }) => head.software));
}

/** What the site says about a run. */
export function siteRunOf({ head, local }: RunEntry): SiteRun {
  return { ...head.site, local };
}

/** Whether a run is judged: recorded, of a clean commit. */
export function isJudged({ head, local }: RunEntry): boolean {
  return !local && !head.site.commit.dirty;
}

/** The newest run of a machine by the time it began, whatever its commit. */
export function newestEntry(entries: readonly RunEntry[]): RunEntry | undefined {
  return newestFirst(entries)[0];
}

/** Runs by the times at which they began, the newest first. */
export function newestFirst(entries: readonly RunEntry[]): readonly RunEntry[] {
  const oldestFirst = entries.toSorted((a, b) => a.head.site.startedAt.localeCompare(b.head.site.startedAt));
  return oldestFirst.toReversed();
}
