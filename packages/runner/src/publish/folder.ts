// The folder that `publish` fills. A list of what it wrote lies with the files: nothing that is not on it is touched.
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { dataName, dataNames } from '@kernel-ladder/publish';
import type { DataFile, LateFile } from '@kernel-ladder/publish';
import { InvalidDocument, parseSiteIndex, readJson } from '@kernel-ladder/schema';
import { CommandFailure, exitCodes } from '../failure.ts';
import { writeWhole } from '../files/files.ts';
import { refuseUnwritable } from '../files/target.ts';
import { keptParts } from './cache.ts';
import type { Cache } from './cache.ts';

/** A part of an entry of a cache. */
export interface KeptPart {
  readonly cache: Cache;
  readonly entry: string;
  readonly part: number;
}

/** A file of the site: its content, its bytes, or the part of a cache that holds it. */
export type SiteFile = DataFile | LateFile | { readonly name: string; readonly kept: KeptPart };

/** A folder that may be filled. */
export interface PublishFolder {
  readonly folder: string;
  /** What an earlier publish wrote there. */
  readonly listed: readonly string[];
}

const listName = 'published.json';
const author = 'bench publish';

/** Looks at a folder; throws unless it is missing, empty, or filled by `publish`. `said` is what the user gave. */
export function openPublishFolder(folder: string, said: string): PublishFolder {
  refuseUnwritable(folder, said);
  if (!existsSync(folder)) return { folder, listed: [] };
  const listed = readList(folder) ?? listOfIndex(folder);
  if (listed) return { folder, listed: listed.filter(isBelow) };
  const names = readdirSync(folder);
  if (names.length === 0) return { folder, listed: [] };
  throw new CommandFailure(
    `${said} holds files that publish did not write (${some(names)}): give a new or an empty folder`,
  );
}

/**
 * Replaces what an earlier publish wrote by these files, all at once when the last is written: an interrupt before that leaves the
 * site as it was. Throws, before it writes anything, where a file of somebody else's has one of their names.
 */
export async function fillPublishFolder(
  { folder, listed }: PublishFolder,
  files: readonly SiteFile[],
  interrupt: AbortSignal,
): Promise<void> {
  const names = files.map(({ name }) => name);
  const written = [...names, ...names.map(staged)];
  const strange = written.filter((name) => !listed.includes(name) && existsSync(join(folder, name)));
  if (strange.length > 0)
    throw new CommandFailure(
      `${folder} has files that publish did not write and would replace (${some(strange)}): move them, or give another --out`,
    );
  // All of them, until the last is in its place: a publish that is killed leaves no file that its list lacks.
  writeList(folder, [...new Set([...listed, ...written])]);
  const partOf = partReader();
  const changed: string[] = [];
  try {
    for (const file of files) {
      if (!stage(folder, file, partOf)) continue;
      changed.push(file.name);
      // A signal is heard between two files.
      await setImmediate();
      if (interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
    }
  } catch (error) {
    for (const name of names) removeFile(folder, staged(name));
    writeList(folder, listed);
    throw error;
  }
  for (const name of listed.filter((each) => !names.includes(each))) removeFile(folder, name);
  for (const name of changed) renameSync(join(folder, staged(name)), join(folder, name));
  writeList(folder, names);
}

// False where the file says the same already: it stays as it is.
function stage(folder: string, file: SiteFile, partOf: PartOf): boolean {
  const bytes = bytesOf(file, partOf);
  const place = join(folder, file.name);
  if (existsSync(place) && readFileSync(place).equals(bytes)) return false;
  writeBeside(join(folder, staged(file.name)), bytes);
  return true;
}

// Most often nothing lies there, and its folder does.
function writeBeside(file: string, bytes: Buffer): void {
  try {
    writeFileSync(file, bytes, { flag: 'wx' });
  } catch {
    writeWhole(file, bytes);
  }
}

function bytesOf(file: SiteFile, partOf: PartOf): Buffer {
  if ('bytes' in file) return file.bytes();
  if ('content' in file) return Buffer.from(JSON.stringify(file.content));
  const bytes = partOf(file.kept);
  if (bytes === undefined)
    throw new CommandFailure(`the cache of ${file.name} has changed while it was read: publish again`);
  return bytes;
}

type PartOf = (kept: KeptPart) => Buffer | undefined;

// Files of one entry follow one another: it is read once.
function partReader(): PartOf {
  let last: { readonly entry: string; readonly parts: readonly Buffer[] } | null = null;
  return ({ cache, entry, part }) => {
    if (last?.entry !== entry) last = { entry, parts: keptParts(cache, entry) ?? [] };
    return last.parts[part];
  };
}

// Beside its place, so that a rename brings it there.
function staged(name: string): string {
  return `${name}.next`;
}

function writeList(folder: string, files: readonly string[]): void {
  const list = { schemaVersion: 1, by: author, files };
  writeWhole(join(folder, listName), `${JSON.stringify(list, null, 1)}\n`);
}

function readList(folder: string): readonly string[] | null {
  const file = join(folder, listName);
  if (!existsSync(file)) return null;
  const list = readJson(file, readFileSync(file, 'utf8'));
  if (isList(list)) return list.files;
  throw new CommandFailure(`${file} is no list of what publish wrote: give another --out`);
}

function isList(value: unknown): value is { readonly files: readonly string[] } {
  if (typeof value !== 'object' || value === null || !('by' in value) || !('files' in value)) return false;
  const { by, files } = value;
  return by === author && Array.isArray(files) && files.every((name) => typeof name === 'string');
}

// Where the list is missing, a valid index of the site names the machines and families that the folder was filled with.
function listOfIndex(folder: string): readonly string[] | null {
  const file = join(folder, dataName.index);
  if (!existsSync(file)) return null;
  try {
    const index = parseSiteIndex(file, readJson(file, readFileSync(file, 'utf8')));
    return dataNames(index).filter((name) => existsSync(join(folder, name)));
  } catch (error) {
    if (error instanceof InvalidDocument) return null;
    throw error;
  }
}

// A list that somebody wrote by hand names nothing outside of its folder.
function isBelow(name: string): boolean {
  const path = normalize(name);
  return path === name && basename(path) !== '' && !/^(?:\.\.?(?:[/\\]|$)|[/\\]|[A-Za-z]:)/.test(path);
}

function removeFile(folder: string, name: string): void {
  const file = join(folder, name);
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return;
  rmSync(file);
  for (let at = dirname(name); at !== '.'; at = dirname(at)) {
    if (readdirSync(join(folder, at)).length > 0) return;
    rmdirSync(join(folder, at));
  }
}

const mostNames = 3;

function some(names: readonly string[]): string {
  const rest = names.length - mostNames;
  return rest > 0 ? `${names.slice(0, mostNames).join(', ')} and ${rest} more` : names.join(', ');
}
