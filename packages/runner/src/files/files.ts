// Reading and writing run files; a file appears whole or not at all.
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseRun } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import { readRunFile } from '@kernel-ladder/schema/node';
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
  return readRunFile(file);
}

function missingRun(file: string): string {
  const missing = `there is no run file ${file}`;
  if (!existsSync(journalOf(file))) return missing;
  return `${missing}: its process was killed, finish it with \`bench --resume ${file}\``;
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
  const scratch = scratchOf(file);
  try {
    writeFileSync(scratch, text);
    renameSync(scratch, file);
  } catch (error) {
    rmSync(scratch, { force: true });
    throw error;
  }
}

/**
 * Writes a file that is not there yet; false where something has the name, which then stays as it is. Nobody ever reads half of
 * it, and of several processes that write it at once one alone gets true.
 */
export function writeNew(file: string, text: string | Buffer): boolean {
  return writing(file, () => place(file, text));
}

function place(file: string, text: string | Buffer): boolean {
  makeFolder(dirname(file));
  const scratch = scratchOf(file);
  try {
    writeFileSync(scratch, text);
    // Unlike a rename, a link takes nobody's place.
    linkSync(scratch, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(scratch, { force: true });
  }
}

function scratchOf(file: string): string {
  return `${file}.${process.pid}.tmp`;
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
