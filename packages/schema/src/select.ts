// Which ids a suite and globs mean, for a command and for a page.
import picomatch from 'picomatch';
import type { FamilyListing, ListedId } from './protocol.ts';
import type { SizeClass, Suite } from './types.generated.ts';

/** The globs of a suite or of `--select`, and after `!` those whose ids are left out all the same. `!(a|b)` is a glob of its own. */
export function readSelect(select: readonly string[]): {
  readonly globs: readonly string[];
  readonly except: readonly string[];
} {
  return {
    globs: select.filter((glob) => !exception.test(glob)),
    except: select.filter((glob) => exception.test(glob)).map((glob) => glob.slice(1)),
  };
}

const exception = /^!(?!\()/;

/** Whether a suite's or `--select`'s globs take an id; those that only leave ids out take all others. */
export function isSelected(id: string, select: readonly string[]): boolean {
  const { globs, except } = readSelect(select);
  return (globs.length === 0 || matches(id, globs)) && !matches(id, except);
}

/** Whether an id matches one of the globs; `gemm` and `gemm/naive` mean all below them. */
export function matches(id: string, globs: readonly string[]): boolean {
  return globs.some((glob) =>
    picomatch(glob.split('/').length < 3 && glob !== '**' ? `${glob}/**` : glob)(id),
  );
}

/** How ids are chosen: a suite, narrowed by globs, on hardware or in software. */
export interface Wishes {
  readonly suite: Suite;
  readonly globs: readonly string[];
  readonly software: boolean;
}

/** The ids that are meant, and the first glob that means none; null where each means some. */
export interface Picked {
  readonly ids: readonly ListedId[];
  readonly stray: string | null;
}

/** The selected ids, a family's together, a case's variants side by side. */
export function pickIds(listings: readonly FamilyListing[], { suite, globs, software }: Wishes): Picked {
  const sizes = new Set(software ? suite.cases.software : suite.cases.hardware);
  const all = listings.flatMap((listing) => listing.ids);
  const inSuite = all.filter(
    (entry) =>
      entry.sizes.some((size) => sizes.has(size) && takesAt(suite, entry, size)) &&
      isSelected(entry.id, suite.select),
  );
  const { ids, stray } = resolveGlobs(globs, inSuite, all);
  const wanted = new Set(ids);
  return { ids: listings.flatMap(byCase).filter((entry) => wanted.has(entry)), stray };
}

// Peers may be wanted beside fewer cases than there are.
function takesAt({ peerRows }: Suite, { id, kind = 'gpu' }: ListedId, size: SizeClass): boolean {
  return kind === 'gpu' || peerRows === undefined || matches(id, peerRows[size] ?? []);
}

/**
 * What globs mean among the ids of a suite, all of them without a glob that takes any, or else among all ids. What an exception
 * matches goes in any case.
 */
export function resolveGlobs(
  select: readonly string[],
  inSuite: readonly ListedId[],
  all: readonly ListedId[],
): Picked {
  const { globs, except } = readSelect(select);
  const found = globs.map((glob) => ({ glob, ids: resolveGlob(glob, inSuite, all) }));
  const taken = globs.length === 0 ? inSuite : found.flatMap(({ ids }) => ids);
  return {
    ids: taken.filter(({ id }) => !matches(id, except)),
    stray: found.find(({ ids }) => ids.length === 0)?.glob ?? null,
  };
}

// A glob that means nothing in the suite's sizes may name an id of another size.
function resolveGlob(
  glob: string,
  inSuite: readonly ListedId[],
  all: readonly ListedId[],
): readonly ListedId[] {
  const near = inSuite.filter(({ id }) => matches(id, [glob]));
  return withoutStrangers(near.length > 0 ? near : all.filter(({ id }) => matches(id, [glob])));
}

// Of the rungs that a glob finds for a case that is not listed, those that do not claim it; whoever names one of them is told why.
function withoutStrangers(found: readonly ListedId[]): readonly ListedId[] {
  const claimed = found.filter(({ unlisted, reason }) => !unlisted || !reason?.startsWith('not-applicable:'));
  return claimed.length > 0 ? claimed : found;
}

// The ids of one case follow one another, so that its rungs meet the same clock.
function byCase(listing: FamilyListing): readonly ListedId[] {
  return [...Map.groupBy(listing.ids, (entry) => entry.case).values()].flat();
}
