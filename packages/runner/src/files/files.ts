// Reading and writing run files; a file appears whole or not at all.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InvalidDocument, parseRun, readJson } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';
import { writing } from './writing.ts';

const journalEnding = '.journal.ndjson';

/** Where the results of a run lie until its file is written. */
export function journalOf(file: string): string {
  return `${file.replace(/\.json$/, '')}${journalEnding}`;
}

/** What is said of a run whose files take no more: its results are in the journal. */
export function keptIn(runFile: string): string {
  return `; what had finished is kept, go on with: pnpm bench --resume ${runFile}`;
}

/** The run file that a journal belongs to; any other name is meant as it stands. */
export function runFileOf(name: string): string {
  return name.endsWith(journalEnding) ? `${name.slice(0, -journalEnding.length)}.json` : name;
}

/**
 * Reads a run file; throws InvalidDocument with the pointer, or says that there is no such file, or that a run was to take its
 * place whose process was killed: the file would pass for that run.
 */
export function readRun(file: string): Run {
  if (!existsSync(file)) throw new CommandFailure(missingRun(file));
  if (existsSync(journalOf(file)))
    throw new CommandFailure(
      `${file} is older than the unfinished run beside it, ${basename(journalOf(file))}: finish that with \`bench --resume ${file}\`, or remove it`,
    );
  return parseRun(file, readJson(file, readFileSync(file, 'utf8')));
}

function missingRun(file: string): string {
  const missing = `there is no run file ${file}`;
  if (!existsSync(journalOf(file))) return missing;
  return `${missing}: its process was killed, finish it with \`bench --resume ${file}\``;
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

/** Writes a validated run; `kept` says what is not lost where it cannot be. */
export function writeRun(file: string, run: Run, kept?: string): void {
  writeWhole(file, `${JSON.stringify(parseRun(file, run))}\n`, kept);
}

/**
 * Writes a file through a rename, so that nobody ever reads half of it. Throws where something lies there that is no regular
 * file: the rename would replace a device or a link as readily.
 */
export function writeWhole(file: string, text: string | Buffer, kept?: string): void {
  writing(file, () => replace(file, text), kept);
}

function replace(file: string, text: string | Buffer): void {
  makeFolder(dirname(file));
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new CommandFailure(`${file} is no regular file, and is not replaced by one: write somewhere else`);
  const scratch = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(scratch, text);
    renameSync(scratch, file);
  } catch (error) {
    rmSync(scratch, { force: true });
    throw error;
  }
}

/**
 * Makes a folder and those above it that are missing. Level by level: Node's recursive mkdir never returns where a folder that
 * is there refuses a new one with ENOENT, as /proc does.
 */
export function makeFolder(folder: string): void {
  const there = nearestFolder(folder);
  const missing: string[] = [];
  for (let at = resolve(folder); at !== there; at = dirname(at)) missing.push(at);
  for (const each of missing.toReversed()) makeOne(each);
}

/** The folder itself, else the nearest above it that is there. Throws where a file is in the way. */
export function nearestFolder(folder: string): string {
  let at = resolve(folder);
  for (;;) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found?.isDirectory()) return at;
    if (found) throw new CommandFailure(`${at} is no folder: give a place in a folder`);
    at = dirname(at);
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been faster.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** All .json files directly in a folder, sorted; none where there is no folder. */
export function jsonFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(folder, name));
}
