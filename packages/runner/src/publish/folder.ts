// The folder that `publish` fills. A list of what it wrote lies with the files: nothing that is not on it is touched.
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { dataName, dataNames } from '@kernel-ladder/publish';
import type { DataFile, LateFile } from '@kernel-ladder/publish';
import { InvalidDocument, parseSiteIndex, readJson } from '@kernel-ladder/schema';
import { createRoom } from '@kernel-ladder/schema/node';
import { CommandFailure, exitCodes } from '../failure.ts';
import { writeWhole } from '../files/files.ts';
import { refuseUnwritable } from '../files/target.ts';
import { contentHash } from './cache.ts';
import type { Cache } from './cache.ts';
import type { Pool } from './pool.ts';
import { stage, stageKept, staged } from './staging.ts';
import type { KeptFiles } from './staging.ts';
import { rememberWritten, unchangedIn } from './written.ts';
import type { Sourced } from './written.ts';

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

/** Told of files that may be written while others are still made; gives them back. */
export type Begin = (files: readonly SiteFile[]) => readonly SiteFile[];

/**
 * Replaces what an earlier publish wrote by the files that are made, all at once when the last is written: an interrupt before that leaves
 * the site as it was. Those that are told of early are written beside their places meanwhile. Gives what was made. Throws, before it writes
 * any of them, where a file of somebody else's has one of their names. Those whose texts lie in a cache are written by a pool, where there
 * is one; where a cache remembers what was written, what is the same is not looked at.
 */
export async function fillPublishFolder<Made extends { readonly files: readonly SiteFile[] }>(
  target: PublishFolder,
  make: (begin: Begin) => Promise<Made>,
  interrupt: AbortSignal,
  by: FillingBy = {},
): Promise<Made> {
  const staging = createStaging(target, interrupt, by);
  try {
    const made = await make(staging.begin);
    staging.begin(made.files.filter(({ name }) => !staging.sourced.has(name)));
    const changed = await staging.changed();
    if (interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
    const names = made.files.map(({ name }) => name);
    putInPlace(target, names, changed);
    if (by.cache) await rememberWritten(by.cache, target.folder, [...staging.sourced.values()]);
    return made;
  } catch (error) {
    await staging.drop();
    throw error;
  }
}

// Files beside their places, and what they are made of.
function createStaging(
  { folder, listed }: PublishFolder,
  interrupt: AbortSignal,
  { pool, cache }: FillingBy,
) {
  const begun = new Map<string, Sourced>();
  const staging: Promise<PromiseSettledResult<readonly string[]>[]>[] = [];
  return {
    sourced: begun as ReadonlyMap<string, Sourced>,
    begin: (files: readonly SiteFile[]) => {
      const all = files.map((file) => ('content' in file ? asBytes(file) : file));
      const sourced = all.map((file) => ({ name: file.name, source: sourceOf(file) }));
      const unchanged = cache ? unchangedIn(cache, folder, sourced) : new Set<string>();
      const others = all.filter(({ name }) => !unchanged.has(name));
      const before = writtenOf([...begun.keys()]);
      const written = writtenOf(sourced.map(({ name }) => name));
      refuseStrange({ folder, listed: [...listed, ...before] }, written);
      // All of them, until the last is in its place: a publish that is killed leaves no file that its list lacks.
      writeList(folder, [...new Set([...listed, ...before, ...written])]);
      for (const one of sourced) begun.set(one.name, one);
      const pieces = stagePieces(piecesOf(folder, others), pool);
      staging.push(Promise.allSettled([pieces, stageOwn(folder, others, interrupt)]));
      return files;
    },
    changed: async () => (await Promise.all(staging)).flat().flatMap(valueOf),
    drop: async () => {
      if (staging.length === 0) return;
      // Until the last has ended, threads write.
      await Promise.all(staging);
      for (const name of begun.keys()) removeFile(folder, staged(name));
      writeList(folder, listed);
    },
  };
}

function writtenOf(names: readonly string[]): readonly string[] {
  return [...names, ...names.map(staged)];
}

function valueOf<Value>(ended: PromiseSettledResult<readonly Value[]>): readonly Value[] {
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value;
}

function putInPlace(
  { folder, listed }: PublishFolder,
  names: readonly string[],
  changed: readonly string[],
): void {
  const wanted = new Set(names);
  for (const name of listed.filter((each) => !wanted.has(each))) removeFile(folder, name);
  for (const name of changed) renameSync(join(folder, staged(name)), join(folder, name));
  writeList(folder, names);
}

function refuseStrange({ folder, listed }: PublishFolder, written: readonly string[]): void {
  const own = new Set(listed);
  const strange = written.filter((name) => !own.has(name) && existsSync(join(folder, name)));
  if (strange.length === 0) return;
  throw new CommandFailure(
    `${folder} has files that publish did not write and would replace (${some(strange)}): move them, or give another --out`,
  );
}

/** By whose help a folder is filled. */
export interface FillingBy {
  readonly pool?: Pool;
  readonly cache?: Cache;
}

type MadeFile = Exclude<SiteFile, DataFile>;

function asBytes({ name, content }: DataFile): LateFile {
  const bytes = Buffer.from(JSON.stringify(content));
  return { name, source: contentHash(bytes), bytes: () => bytes };
}

function sourceOf(file: MadeFile): string | null {
  return 'kept' in file ? `${file.kept.entry} ${file.kept.part}` : (file.source ?? null);
}

// Of the files whose texts lie in a cache, an entry at once.
function piecesOf(folder: string, files: readonly MadeFile[]): readonly KeptPiece[] {
  const kept = files.flatMap((file) => ('kept' in file ? [file] : []));
  return [...Map.groupBy(kept, (file) => file.kept.entry)].flatMap(([entry, own]) => {
    const [first] = own;
    const parts = own.map(({ name, kept: { part } }) => ({ name, part }));
    return first ? [{ cache: first.kept.cache, takes: { folder, entry, files: parts } }] : [];
  });
}

interface KeptPiece {
  readonly cache: Cache;
  readonly takes: KeptFiles;
}

async function stagePieces(pieces: readonly KeptPiece[], pool: Pool | undefined): Promise<readonly string[]> {
  const given = pool
    ? await pool.all(
        'stage',
        pieces.map(({ takes }) => takes),
      )
    : pieces.map(({ cache, takes }) => stageKept(cache, takes));
  return given.flatMap((names, at) => {
    if (names !== null) return names;
    const [first] = pieces[at]?.takes.files ?? [];
    throw new CommandFailure(`the cache of ${first?.name} has changed while it was read: publish again`);
  });
}

async function stageOwn(
  folder: string,
  files: readonly MadeFile[],
  interrupt: AbortSignal,
): Promise<readonly string[]> {
  const changed: string[] = [];
  const room = createRoom();
  for (const file of files) {
    room.clear();
    if ('kept' in file || !stage(folder, file.name, file.bytes(room))) continue;
    changed.push(file.name);
    // A signal is heard between two files.
    await setImmediate();
    if (interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  }
  return changed;
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
