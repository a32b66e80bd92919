// The history: immutable run files, one folder a machine.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Metrics, Result, Run } from '@kernel-ladder/schema';
import { jsonFiles, readRun, writeRun } from './files.ts';

// Folders of the history that are no machine's: outcomes of tests, texts of kernels.
const reserved = ['tests', 'kernels'];

/** All history files below a folder; a machine's A/A files are no runs and are left out. */
export function historyFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const machines = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !reserved.includes(entry.name),
  );
  return machines.flatMap(({ name }) => runFiles(join(folder, name)));
}

/** A machine's A/A files: `<machine.key>/aa-<sha8>.json`. */
export function launchFiles(folder: string, machineKey: string): readonly string[] {
  return jsonFiles(join(folder, machineKey)).filter(isLaunchFile);
}

/** What becomes of a run on its way into the history: no raw samples, rates at five significant digits. */
export function toHistory(run: Run): Run {
  return { ...run, results: run.results.map(shorten) };
}

/** Adds a run as `<machine.key>/<commit date>-<sha8>[-n].json`; returns the file, or null when it is there already. */
export function addToHistory(folder: string, run: Run): string | null {
  const own = join(folder, run.machine.key);
  const known = runFiles(own).map(readRun);
  if (known.some((other) => other.run.id === run.run.id)) return null;
  const { sha, date } = run.run.commit;
  const stem = join(own, `${date.slice(0, 10)}-${sha.slice(0, 8)}`);
  const free = Array.from(
    { length: known.length + 1 },
    (_, index) => `${stem}${index === 0 ? '' : `-${index + 1}`}.json`,
  );
  const file = free.find((candidate) => !existsSync(candidate)) ?? `${stem}-${run.run.id}.json`;
  writeRun(file, toHistory(run));
  return file;
}

/** The run files of one machine's folder, oldest commit date first. */
export function runFiles(folder: string): readonly string[] {
  return jsonFiles(folder).filter((file) => !isLaunchFile(file));
}

function isLaunchFile(file: string): boolean {
  return basename(file).startsWith('aa-');
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
