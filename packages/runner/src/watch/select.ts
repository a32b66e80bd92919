// Which ids a watch is about, and what each is made of.
import type { ListedId, ShownId } from '@kernel-ladder/schema';
import { matches, readSelect } from '@kernel-ladder/schema/select';
import { headlineIds } from '../ab/bench-side.ts';
import type { BenchSide } from '../ab/bench-side.ts';
import { CommandFailure } from '../failure.ts';
import type { Io } from '../io.ts';
import { ask } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';
import { chooseIds } from '../run/suites.ts';
import { filesOf } from './files.ts';

/** An id under watch. */
export interface Watched {
  readonly listed: ListedId;
  readonly family: FamilyPackage;
  /** The kernels that its plan names. */
  readonly kernels: readonly string[];
}

/**
 * The runnable ids that the globs mean: every id that a glob with a case names, and one case of each rung that a shorter one
 * names. Throws a usage failure where there is none.
 */
export function selectIds(side: BenchSide, globs: readonly string[]): readonly ListedId[] {
  const wanted = chooseIds(
    globs,
    side.listings.flatMap(({ ids }) => ids),
  );
  const exact = readSelect(globs).globs.filter((glob) => glob.split('/').length > 2);
  const own = new Set(wanted);
  const listings = side.listings.map((listing) => ({
    ...listing,
    ids: listing.ids.filter((id) => own.has(id)),
  }));
  const heads = new Set(headlineIds(listings, side.machine));
  const chosen = wanted.filter(
    (entry) =>
      entry.status === 'runnable' && (heads.has(entry) || (exact.length > 0 && matches(entry.id, exact))),
  );
  if (chosen.length > 0) return chosen;
  const why = wanted.find(({ reason }) => reason !== undefined)?.reason;
  throw new CommandFailure(`${globs.join(' ')}: nothing to run here${why === undefined ? '' : `: ${why}`}`);
}

/** The ids with the kernels that their plans name, asked of each family at once. */
export async function withKernels(
  io: Io,
  side: BenchSide,
  ids: readonly ListedId[],
): Promise<readonly Watched[]> {
  const watched: Watched[] = [];
  for (const family of side.families) {
    const own = ids.filter((entry) => entry.family === family.name);
    if (own.length === 0) continue;
    const job = { gpu: side.job.gpu, seed: side.job.seed, ids: own.map(({ id }) => id) };
    const events = await ask(io, family.entry, { args: ['show'], job });
    const shown = new Map(
      events.flatMap((event) => (event.type === 'shown' ? [[event.shown.id, event.shown] as const] : [])),
    );
    watched.push(...own.map((listed) => ({ listed, family, kernels: kernelsOf(shown.get(listed.id)) })));
  }
  return watched;
}

/** The ids that saved files touch: those that run a saved kernel, and all of a family whose TypeScript was saved. */
export function touchedBy(
  watched: readonly Watched[],
  saved: readonly string[],
  isShared: (path: string) => boolean,
): readonly Watched[] {
  const code = saved.filter((path) => path.endsWith('.ts'));
  const isCodeOf = ({ entry }: FamilyPackage) =>
    code.some((path) => isShared(path) || path.startsWith(entry.slice(0, -'bench.ts'.length)));
  return watched.filter(
    ({ family, kernels }) =>
      isCodeOf(family) || kernels.some((kernel) => saved.some((path) => filesOf(family, kernel).has(path))),
  );
}

function kernelsOf(shown: ShownId | undefined): readonly string[] {
  return [...new Set(shown?.passes.map(({ file }) => file))];
}
