// The curriculum of the site: worked out anew where a run, an item or other evidence is another than before.
import { curriculumFiles, lookEntries } from '@kernel-ladder/publish';
import type { DataFile, RunEntry } from '@kernel-ladder/publish';
import type { Completion } from '@kernel-ladder/curriculum';
import { InvalidDocument } from '@kernel-ladder/schema';
import { contentHash, keep, kept } from './cache.ts';
import type { Cache } from './cache.ts';
import { completeBy } from './completion.ts';
import type { KnownEvidence } from './completion.ts';
import type { Digests } from './packs.ts';
import type { Reader } from './reader.ts';

/** The curriculum's files. A fault in the learner's own files costs the curriculum its page, and the rest nothing. */
export function completionFiles(completing: Completing): {
  readonly files: readonly DataFile[];
  /** How much of it is proven; null of a site without a curriculum. */
  readonly total: Completion['total'] | null;
  readonly faults: readonly string[];
} {
  try {
    const known = completing.evidence();
    const { evidence } = known;
    const done = completionOf(known, completing);
    return {
      files: curriculumFiles(evidence.curriculum, done),
      total: done.total,
      faults: evidence.faults,
    };
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    return { files: [], total: null, faults: [error.message] };
  }
}

/** The runs of a site and its evidence. */
export interface Completing {
  readonly evidence: () => KnownEvidence;
  readonly cache: Cache;
  readonly digests: Digests;
  readonly entries: readonly RunEntry[];
  readonly whole: Reader;
}

function completionOf(
  { evidence, hash }: KnownEvidence,
  { cache, digests, entries, whole }: Completing,
): Completion {
  const looks = lookEntries(entries, wordsIn(digests));
  const runs = looks.entries.map(({ content, local }) => [content, local]);
  const inputs = [hash, runs, [...looks.commits]];
  const name = `completion/${contentHash(JSON.stringify(inputs))}`;
  const [known] = kept(cache, name) ?? [];
  if (known !== undefined) return JSON.parse(known) as Completion;
  const done = completeBy(evidence, whole(looks.entries), looks.commits);
  keep(cache, name, [done]);
  return done;
}

// Runs that tell the same share their words.
function wordsIn(digests: Digests): (entry: RunEntry) => ReadonlyMap<string, string> {
  const words = new Map<string, ReadonlyMap<string, string>>();
  return ({ head: { tells }, content }) => {
    const known = words.get(tells) ?? new Map(digests.rowsOf(content).map(({ id, word }) => [id, word]));
    words.set(tells, known);
    return known;
  };
}
