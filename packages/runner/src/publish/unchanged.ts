// Is there anything to publish? What a site is made of, and the files that it was written to, are told by their stamps: none of them
// is read.
import { existsSync, readdirSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DataFile } from '@kernel-ladder/publish';
import { InvalidDocument } from '@kernel-ladder/schema';
import { readAcknowledged } from '../files/acknowledged.ts';
import { repositoryOf } from '../files/forge.ts';
import { ancestry } from '../files/git.ts';
import { codeVersion, contentHash, keep, kept } from './cache.ts';
import type { Cache } from './cache.ts';
import { readEvidence } from './completion.ts';
import type { PublishFolder } from './folder.ts';
import type { Site } from './make.ts';
import type { SiteSources } from './sources.ts';
import { tableFiles } from './tables.ts';

/** What is said of a site without faults. */
export type SaidOfSite = Pick<Site, 'remarks' | 'runs' | 'families'>;

/** What a site is made of: its sources, and files that lie in it as they are. */
export interface Ingredients {
  readonly sources: SiteSources;
  readonly beside: readonly DataFile[];
}

/**
 * A hash of all that a site is made of: another one where any of it is another. Null where that cannot be told, as some file is too
 * young or the checkout has a malformed one; `now` is the time in ms.
 */
export function ingredientsHash({ sources, beside }: Ingredients, now: number = Date.now()): string | null {
  const { root, history, results, siteUrl = null } = sources;
  const stamps = [
    ...[history, ...(results === null ? [] : [results])].flatMap((folder) => stampsBelow(folder, deepest)),
    ...tableFiles(sources).map(({ file }) => stampOf(file)),
  ];
  if (stamps.some(({ changedMs }) => changedMs > now - youngestMs)) return null;
  try {
    const { curriculum, ...evidence } = readEvidence(root);
    const files = stamps.map(({ path, stamp }) => `${path} ${stamp}`);
    const items = [[...curriculum.items.values()], curriculum.tracks];
    const git = [[...ancestry(root).keys()], repositoryOf(root)];
    const acknowledged = readAcknowledged(root);
    const code = codeVersion(['runner/src']);
    return contentHash(
      JSON.stringify([code, history, results, siteUrl, files, items, evidence, git, acknowledged, beside]),
    );
  } catch (error) {
    if (error instanceof InvalidDocument) return null;
    throw error;
  }
}

// Some file systems count in steps of two seconds: what changed within a step after it was looked at would look the same.
const youngestMs = 2500;
// A history has folders of machines, of tests and of kernels.
const deepest = 3;

interface Stamp {
  readonly path: string;
  readonly stamp: string;
  readonly changedMs: number;
}

// A link is what it leads to.
function stampsBelow(folder: string, depth: number): readonly Stamp[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const own = stampOf(path);
    return own.isFolder && depth > 0 ? [own, ...stampsBelow(path, depth - 1)] : [own];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function stampOf(path: string): Stamp & { readonly isFolder: boolean } {
  const found = statOf(path);
  if (!found) return { path, stamp: 'no file', changedMs: 0, isFolder: false };
  const { dev, ino, mode, size, mtimeNs, ctimeNs } = found;
  // Nobody sets the time of the last change of a file's state; that of its content, anybody does.
  const stamp = [dev, ino, mode, size, mtimeNs, ctimeNs].join(' ');
  return {
    path,
    stamp,
    changedMs: Math.max(Number(found.mtimeMs), Number(found.ctimeMs)),
    isFolder: found.isDirectory(),
  };
}

// A link to nothing or to itself, and what nobody may look at, is none; whoever reads it says so.
function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
}

/** Whether there is a site in a folder that is remembered: without one nothing can be unchanged. */
export function isRemembered({ folder }: Cache, target: PublishFolder): boolean {
  return existsSync(join(folder, entryOf(target)));
}

const entryOf = ({ folder }: PublishFolder) => `sites/${contentHash(folder)}`;

/** What was said of the site in a folder, where it was made of the same and none of its files has changed since; else null. */
export function unchangedSite(
  cache: Cache,
  target: PublishFolder,
  ingredients: string | null,
): SaidOfSite | null {
  const [was, said, files] = kept(cache, entryOf(target)) ?? [];
  if (ingredients === null || was !== JSON.stringify(ingredients)) return null;
  if (said === undefined || files !== JSON.stringify(filesHash(target))) return null;
  // Kept by `rememberSite`.
  return JSON.parse(said) as SaidOfSite;
}

/** Remembers a site that was just written into a folder, if it has no faults: those are said each time. */
export async function rememberSite(
  cache: Cache,
  target: PublishFolder,
  { ingredients, site }: { readonly ingredients: string | null; readonly site: Site },
): Promise<void> {
  if (ingredients === null || site.faults.length > 0) return;
  // A clock of files that stands still for a while: whatever is written from then on has a later time.
  await setTimeout(stillMs);
  const { remarks, runs, families } = site;
  keep(cache, entryOf(target), [ingredients, { remarks, runs, families }, filesHash(target)]);
}

const stillMs = 20;

// Of all that lies there, whoever wrote it.
function filesHash({ folder }: PublishFolder): string {
  return contentHash(
    stampsBelow(folder, deepest)
      .map(({ path, stamp }) => `${path} ${stamp}`)
      .join('\n'),
  );
}
