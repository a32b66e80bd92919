// The contract on a disk: which files of a history are runs, and how any file is read that somebody else has put there.
import { readdirSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InvalidDocument } from './invalid.ts';
import { isMonthPack, monthPackEnding, namesInPack, packAround, readPacked } from './month-pack.ts';
import { readPlainFile } from './plain-file.ts';
import type { Room } from './room.ts';
import { parseRunBytes } from './run-bytes.ts';
import { uniqueRuns } from './runs.ts';
import type { Run } from './types.generated.ts';
import { validateRun } from './validate/run.ts';

export { testAdapterVariable } from './test-adapter.ts';
export {
  isMonthPack,
  isOneLine,
  monthPackEnding,
  namesInPack,
  packAround,
  packMonth,
  unpackMonth,
} from './month-pack.ts';
export type { PackedFile } from './month-pack.ts';
export { createRoom } from './room.ts';
export type { Room } from './room.ts';
export { measureRun } from './measure-run.ts';
export { parseRunBytes } from './run-bytes.ts';

/** Folders of a history that are no machine's: outcomes of tests, and texts of kernels. */
export const reservedFolders = { tests: 'tests', kernels: 'kernels' } as const;

/** What could be read, and of each other file its name with its fault. */
export interface Gathered<T> {
  readonly values: readonly T[];
  readonly faults: readonly string[];
}

/** Runs that could be read, each once, and the faults of the other files. */
export interface ReadRuns {
  readonly runs: readonly Run[];
  readonly faults: readonly string[];
}

/**
 * The text of a file, or of a run in a pack of a month. Throws InvalidDocument for what is none, as a link to nothing, a folder, or
 * what cannot be read.
 */
export function readText(file: string): string {
  return readBytes(file).toString('utf8');
}

/** The bytes of a file, under the same terms; in a room that is given they last until it is cleared. */
export function readBytes(file: string, room?: Room): Buffer {
  return packAround(file) === null ? readPlainFile(file, room) : readPacked(file);
}

/** A run file that follows its schema and does not contradict itself. Throws InvalidDocument. */
export function readRunFile(file: string): Run {
  return validateRun(file, parseRunBytes(file, readBytes(file)));
}

/** The same of a file in a history: it lies in the folder of its machine. Throws InvalidDocument. */
export function readHistoryRun(file: string): Run {
  const run = readRunFile(file);
  refuseOtherFolder(file, run.machine.key);
  return run;
}

/** Throws InvalidDocument where a file of a history lies in the folder of another machine. */
export function refuseOtherFolder(file: string, machineKey: string): void {
  const folder = basename(machineFolderOf(file));
  if (folder !== machineKey)
    throw new InvalidDocument(`${file}: /machine/key: is "${machineKey}", and the folder is "${folder}"`);
}

/** The folder of the machine that a file of a history, or a run in a pack, is of. */
export function machineFolderOf(file: string): string {
  return dirname(packAround(file) ?? file);
}

/** Reads run files, the runs of a history unless told how; copies of one run become one. */
export function readRuns(files: readonly string[], read: (file: string) => Run = readHistoryRun): ReadRuns {
  const { values, faults } = gather(files, read);
  return { runs: uniqueRuns(values), faults };
}

/** Reads files one after the other; one that `read` refuses as an InvalidDocument is left out and named. */
export function gather<T>(files: readonly string[], read: (file: string) => T): Gathered<T> {
  const values: T[] = [];
  const faults: string[] = [];
  for (const file of files) {
    try {
      values.push(read(file));
    } catch (error) {
      if (!(error instanceof InvalidDocument)) throw error;
      faults.push(error.message);
    }
  }
  return { values, faults };
}

/**
 * The run files in the folders of all machines, and whatever else lies where one should, so that whoever reads the files names it.
 * None where there is no history.
 */
export function historyFiles(history: string): readonly string[] {
  const reserved: readonly string[] = Object.values(reservedFolders);
  const names = namesIn(history).filter((name) => !reserved.includes(name));
  return names.flatMap((name) => {
    const path = join(history, name);
    if (isFolder(path)) return isReadable(path) ? runFiles(path) : [path];
    return isForeign(path) ? [path] : [];
  });
}

/** The run files of one machine's folder, those in packs among them, oldest commit date first; its A/A files are none. */
export function runFiles(folder: string): readonly string[] {
  const loose = jsonFiles(folder).filter((file) => !isLaunchFile(file));
  return [...loose, ...monthPacks(folder).flatMap(runsIn)].toSorted(byName);
}

/** The packs of one machine's folder, oldest month first. */
function monthPacks(folder: string): readonly string[] {
  return filesIn(folder, monthPackEnding).filter(isMonthPack);
}

// A pack that cannot be read is listed itself, so that its reader names it.
function runsIn(pack: string): readonly string[] {
  try {
    return namesInPack(pack);
  } catch (error) {
    if (error instanceof InvalidDocument) return [pack];
    throw error;
  }
}

function byName(a: string, b: string): number {
  const [one, two] = [basename(a), basename(b)];
  if (one === two) return 0;
  return one < two ? -1 : 1;
}

/** A machine's A/A files: `aa-<sha8>.json`. */
export function launchFiles(folder: string): readonly string[] {
  return jsonFiles(folder).filter(isLaunchFile);
}

/** All entries of a folder whose names end with .json, sorted; none where there is no folder. */
export function jsonFiles(folder: string): readonly string[] {
  return filesIn(folder, '.json');
}

/** The same for another ending. */
export function filesIn(folder: string, ending: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function isLaunchFile(file: string): boolean {
  return basename(file).startsWith('aa-');
}

function namesIn(folder: string): readonly string[] {
  return isFolder(folder) ? readdirSync(folder).toSorted() : [];
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

function isReadable(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

// Beside the machines: no note that somebody left, but what looks like a run, or is no file at all.
function isForeign(path: string): boolean {
  return path.endsWith('.json') || statOf(path)?.isFile() !== true;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
