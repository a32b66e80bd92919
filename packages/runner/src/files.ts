// Reading and writing run files; a file appears whole or not at all.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InvalidDocument, parseRun, readJson } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import { CommandFailure } from './failure.ts';

/** Reads a run file; throws InvalidDocument with the pointer, or says that there is no such file. */
export function readRun(file: string): Run {
  if (!existsSync(file)) throw new CommandFailure(`there is no run file ${file}`);
  return parseRun(file, readJson(file, readFileSync(file, 'utf8')));
}

/** Reads run files; one that is malformed is left out and named with its fault, the others are there all the same. */
export function readRuns(files: readonly string[]): {
  readonly runs: readonly Run[];
  readonly faults: readonly string[];
} {
  const runs: Run[] = [];
  const faults = eachRun(files, (run) => runs.push(run));
  return { runs, faults };
}

/**
 * Shows run files one after the other, so that a history longer than memory can be gone through; returns the faults of those
 * that are malformed.
 */
export function eachRun(files: readonly string[], visit: (run: Run) => void): readonly string[] {
  const faults: string[] = [];
  for (const file of files) {
    try {
      visit(readRun(file));
    } catch (error) {
      if (!(error instanceof InvalidDocument)) throw error;
      faults.push(error.message);
    }
  }
  return faults;
}

/** Writes a validated run. */
export function writeRun(file: string, run: Run): void {
  writeWhole(file, `${JSON.stringify(parseRun(file, run))}\n`);
}

/** Writes a file through a rename, so that nobody ever reads half of it. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const scratch = `${file}.${process.pid}.tmp`;
  writeFileSync(scratch, text);
  renameSync(scratch, file);
}

/** All .json files directly in a folder, sorted; none where there is no folder. */
export function jsonFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(folder, name));
}
