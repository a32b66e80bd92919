// The history: immutable run files, one folder a machine; those of old months in a pack each.
import { lstatSync, readlinkSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { holdsCopy, InvalidDocument, parseRun } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import {
  historyFiles,
  jsonFiles,
  readBytes,
  readHistoryRun,
  readRuns,
  runFiles,
} from '@kernel-ladder/schema/node';
import type { SourcedRun } from '@kernel-ladder/publish';
import { CommandFailure } from '../failure.ts';
import { refuseOtherContent, refuseOtherContents } from './copies.ts';
import type { FiledRun } from './copies.ts';
import { readRun, writeNew } from './files.ts';
import { toHistory } from './shorten.ts';

/** Where to look for runs: a history, and a folder of run files that are in none yet. */
export interface SourceFolders {
  readonly history: string;
  readonly results: string | null;
}

/** The runs of both, and what had to be left out. */
export function readSourcedRuns({ history, results }: SourceFolders): {
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
 * Throws a usage failure that names the files where two runs, or one and the history, have the same id and differ, or where the
 * folder of a machine is none of the history.
 */
export function refuseUnrecordable(folder: string, runs: readonly FiledRun[]): void {
  refuseOtherContents(runs);
  for (const { machine } of runs.map(({ run }) => run)) refuseLink(join(folder, machine.key));
  for (const file of historyFiles(folder)) for (const run of runs) namesake(file, run);
}

// A machine's files would lie elsewhere, or nowhere.
function refuseLink(own: string): void {
  if (lstatSync(own, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new CommandFailure(
      `${own} is a link to ${readlinkSync(own)}, and a history holds the folders of its machines itself: put the folder in its place`,
    );
}

/**
 * Adds a run as `<machine.key>/<commit date>-<sha8>[-n].json`; returns the file, or null where a copy of the run with all of its
 * results is there already. Any number of processes may add at the same time. Throws a usage failure where the history says another
 * thing of the id; `from` names the run in it.
 */
export function addToHistory(folder: string, run: Run, from = `run ${run.run.id}`): string | null {
  const own = join(folder, run.machine.key);
  const added = { file: from, run: toHistory(run) };
  const before = historyFiles(folder);
  // No short cut: each that has the id is held against the run.
  if (before.filter((file) => holdsAll(file, added)).length > 0) return null;
  const { sha, date } = run.run.commit;
  const stem = join(own, `${date.slice(0, 10)}-${sha.slice(0, 8)}`);
  const file = takeName(stem, `${JSON.stringify(parseRun(stem, added.run))}\n`);
  try {
    // Whoever recorded the same run meanwhile has another name: the lower number stays.
    const known = new Set([...before, file]);
    const meanwhile = historyFiles(folder).filter((other) => !known.has(other));
    const copies = meanwhile.filter((other) => holdsAll(other, added));
    if (!copies.some((other) => numberOf(other) < numberOf(file))) return file;
  } catch (error) {
    rmSync(file);
    throw error;
  }
  rmSync(file);
  return null;
}

// Taken by writing it: a name that is free when it is looked for may be another process's when it is written. A name in a pack is
// not free.
function takeName(stem: string, text: string): string {
  const taken = new Set(runFiles(dirname(stem)).map((file) => basename(file)));
  for (let number = 1; ; number++) {
    const file = numbered(stem, number);
    if (!taken.has(basename(file)) && writeNew(file, text)) return file;
  }
}

/** The n-th run file of a machine, commit and day: `<stem>.json`, `<stem>-2.json`, … */
export function numbered(stem: string, number: number): string {
  return `${stem}${number === 1 ? '' : `-${number}`}.json`;
}

function numberOf(file: string): number {
  return Number(/-(\d+)\.json$/.exec(basename(file).slice('2026-01-02-01234567'.length))?.[1] ?? 1);
}

function holdsAll(file: string, added: FiledRun): boolean {
  const found = namesake(file, added);
  return found !== null && holdsCopy(found, added.run);
}

// The run of a file that has the id, which then says the same. Most files are of other runs: a text without the id costs no parsing.
// What cannot be read has no id.
function namesake(file: string, added: FiledRun): Run | null {
  try {
    if (!readBytes(file).includes(added.run.run.id)) return null;
    const run = readHistoryRun(file);
    refuseOtherContent(added, { file, run });
    return run.run.id === added.run.run.id ? run : null;
  } catch (error) {
    if (error instanceof InvalidDocument) return null;
    throw error;
  }
}
