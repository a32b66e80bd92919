// Is there anything to publish? What a site is made of, and the files that it was written to, are told by their stamps: none of them
// is read.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFile } from '@kernel-ladder/publish';
import { InvalidDocument } from '@kernel-ladder/schema';
import { readAcknowledged } from '../files/acknowledged.ts';
import { repositoryOf } from '../files/forge.ts';
import { ancestry } from '../files/git.ts';
import { codeVersion, contentHash, keep, kept } from './cache.ts';
import type { Cache } from './cache.ts';
import { openEvidence } from './completion.ts';
import type { PublishFolder } from './folder.ts';
import type { Site } from './make.ts';
import type { SiteSources } from './sources.ts';
import { isYoung, stampOf, stampsBelow } from './stamps.ts';
import { tableFiles } from './tables.ts';
import { stillClock } from './written.ts';

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
export function ingredientsHash(ingredients: Ingredients, now: number = Date.now()): string | null {
  return stampIngredients(ingredients, now)();
}

/**
 * Looks at the stamps of what a site is made of, which is to be done before any of its runs is read, and leaves the rest to whoever asks
 * for the hash: evidence, git and acknowledgements, while threads read runs.
 */
export function stampIngredients(
  { sources, beside }: Ingredients,
  now: number = Date.now(),
): () => string | null {
  const { root, history, results, siteUrl = null, evidence = openEvidence(root) } = sources;
  const stamps = [
    ...[history, ...(results === null ? [] : [results])].flatMap((folder) => stampsBelow(folder, deepest)),
    ...tableFiles(sources).map(({ file }) => stampOf(file)),
  ];
  const areOld = !stamps.some((stamp) => isYoung(stamp, now));
  return () => (areOld ? hashOfAll() : null);

  function hashOfAll(): string | null {
    try {
      const proof = evidence().hash;
      const files = stamps.map(({ path, stamp }) => `${path} ${stamp}`);
      const git = [[...ancestry(root).keys()], repositoryOf(root)];
      const acknowledged = readAcknowledged(root);
      const code = codeVersion(['runner/src']);
      return contentHash(
        JSON.stringify([code, history, results, siteUrl, files, proof, git, acknowledged, beside]),
      );
    } catch (error) {
      if (error instanceof InvalidDocument) return null;
      throw error;
    }
  }
}

// A history has folders of machines, of tests and of kernels.
const deepest = 3;

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
  await stillClock();
  const { remarks, runs, families } = site;
  keep(cache, entryOf(target), [ingredients, { remarks, runs, families }, filesHash(target)]);
}

// Of all that lies there, whoever wrote it.
function filesHash({ folder }: PublishFolder): string {
  return contentHash(
    stampsBelow(folder, deepest)
      .map(({ path, stamp }) => `${path} ${stamp}`)
      .join('\n'),
  );
}
