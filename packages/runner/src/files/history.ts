// The history: immutable run files, one folder a machine.
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { holdsCopy, InvalidDocument, parseRun } from '@kernel-ladder/schema';
import type { Metrics, Result, Run } from '@kernel-ladder/schema';
import {
  historyFiles,
  jsonFiles,
  readHistoryRun,
  readRuns,
  readText,
  runFiles,
} from '@kernel-ladder/schema/node';
import type { SourcedRun } from '@kernel-ladder/publish';
import { readRun, writeNew } from './files.ts';

/** What becomes of a run on its way into the history: no raw samples, rates at five significant digits. */
export function toHistory(run: Run): Run {
  return { ...run, results: run.results.map(shorten) };
}

/** Where to look for runs: a history, and a folder of run files that are in none yet. */
export interface SourceFolders {
  readonly history: string;
  readonly results: string | null;
}

/** The runs of both, and what had to be left out. */
export function readSources({ history, results }: SourceFolders): {
  readonly runs: readonly SourcedRun[];
  readonly faults: readonly string[];
} {
  const recorded = readRuns(historyFiles(history));
  const own = readRuns(results === null ? [] : jsonFiles(results), readRun);
  return {
    runs: [
      ...recorded.runs.map((run) => ({ run, local: false })),
      ...own.runs.map((run) => ({ run, local: true })),
    ],
    faults: [...recorded.faults, ...own.faults],
  };
}

/**
 * Adds a run as `<machine.key>/<commit date>-<sha8>[-n].json`; returns the file, or null where a copy of the run with all of its
 * results is there already. Any number of processes may add at the same time.
 */
export function addToHistory(folder: string, run: Run): string | null {
  const own = join(folder, run.machine.key);
  const added = toHistory(run);
  const before = runFiles(own);
  if (before.some((file) => isCopy(file, added))) return null;
  const { sha, date } = run.run.commit;
  const stem = join(own, `${date.slice(0, 10)}-${sha.slice(0, 8)}`);
  const file = takeName(stem, `${JSON.stringify(parseRun(stem, added))}\n`);
  // Whoever recorded the same run meanwhile has another name: the lower number stays.
  const meanwhile = runFiles(own).filter((other) => other !== file && !before.includes(other));
  if (!meanwhile.some((other) => numberOf(other) < numberOf(file) && isCopy(other, added))) return file;
  rmSync(file);
  return null;
}

// Taken by writing it: a name that is free when it is looked for may be another process's when it is written.
function takeName(stem: string, text: string): string {
  for (let number = 1; ; number++) {
    const file = `${stem}${number === 1 ? '' : `-${number}`}.json`;
    if (!existsSync(file) && writeNew(file, text)) return file;
  }
}

function numberOf(file: string): number {
  return Number(/-(\d+)\.json$/.exec(basename(file).slice('2026-01-02-01234567'.length))?.[1] ?? 1);
}

// Most files are of other runs: a text without the id costs no parsing. What cannot be read is no copy of anything.
function isCopy(file: string, run: Run): boolean {
  try {
    return readText(file).includes(run.run.id) && holdsCopy(readHistoryRun(file), run);
  } catch (error) {
    if (error instanceof InvalidDocument) return false;
    throw error;
  }
}

function shorten(result: Result): Result {
  const { samplesNs: _, ...kept } = result;
  return kept.metrics ? { ...kept, metrics: roundRates(kept.metrics) } : kept;
}

function roundRates(metrics: Metrics): Metrics {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [name, Number(value.toPrecision(5))]),
  );
}
