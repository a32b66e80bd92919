// A workspace whose ids can be launched: this checkout, a worktree of another commit, an unpacked bundle.
import { join } from 'node:path';
import { mayCompare } from '@kernel-ladder/publish';
import type { TimedResult } from '@kernel-ladder/publish';
import type {
  Effort,
  FamilyListing,
  Job,
  KnownOutputs,
  ListedId,
  Machine,
  Result,
} from '@kernel-ladder/schema';
import { readSelect } from '@kernel-ladder/schema/select';
import { CommandFailure } from '../failure.ts';
import { ask, findFamilies } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';
import { readCode } from '../files/code.ts';
import type { Code } from '../files/code.ts';
import type { Io } from '../io.ts';
import { measureFamily } from '../process/measure.ts';
import type { RulerTimes } from '../process/measure.ts';
import { adapterOf, holdAdapter } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
import { readProfile } from '../run/plan.ts';
import { chooseIds, familiesIn, writtenCases } from '../run/suites.ts';
import { surveyFamilies } from '../process/survey.ts';

/** What is to be launched, and how; every launch of a side is told the same. */
export interface BenchSide extends Code {
  readonly families: readonly FamilyPackage[];
  /** Families that do not start. */
  readonly faults: readonly string[];
  readonly listings: readonly FamilyListing[];
  readonly machine: Machine;
  readonly firstRuler: RulerTimes | null;
  /** By id, what launches have computed and had checked: those that follow need no oracle. */
  readonly known: Map<string, KnownOutputs>;
  readonly job: Job & { readonly effort: Effort; readonly machine: Machine };
}

/** What every launch of a side is told; without globs all families are there. */
export type SideSpec = Pick<Job, 'gpu' | 'seed'> & {
  readonly effort: Effort;
  readonly globs?: readonly string[];
};

/** How a side is opened. */
export interface Opening {
  readonly hold: Hold;
  /** Throws on a machine that will not do. */
  readonly refuse?: (machine: Machine) => void;
}

/**
 * Profiles the machine, once it is held, and lists the ids as the workspace at `root` sees them, those of the families that
 * `globs` can match. Throws with the exit code of a fault.
 */
export async function openSide(
  io: Io,
  root: string,
  { globs = [], ...wanted }: SideSpec,
  { hold, refuse = () => {} }: Opening,
): Promise<BenchSide> {
  const code = readCode(root);
  const asked = familiesIn(findFamilies(root), globs);
  const { families, listings, faults, adapter } = await surveyFamilies(io, asked, wanted.gpu, {
    cases: writtenCases(globs),
  });
  const [first] = families;
  if (!first) throw new CommandFailure(`no family to launch under ${join(root, 'packages')}`);
  if (adapter) await holdAdapter(hold, adapter);
  const profile = await ask(io, first.entry, { args: ['profile'], job: wanted });
  const { machine, firstRuler } = readProfile(profile);
  refuse(machine);
  // An older commit's families do not say on which adapter they list.
  await holdAdapter(hold, adapterOf(machine));
  const canary = firstRuler ? { canaryNs: firstRuler.fmaNs } : {};
  // The check of each launch stays; the awkward cases are no part of what is timed.
  const job = { ...wanted, machine, edgeCases: false, headlineOnly: true, ...canary };
  const known = new Map<string, KnownOutputs>();
  return { ...code, families, faults, listings, machine, firstRuler, known, job };
}

/** The case that stands for each variant: its first of the headline class, in software its first tiny one. */
export function headlineIds(
  listings: readonly FamilyListing[],
  machine: Pick<Machine, 'software'>,
): readonly ListedId[] {
  const size = machine.software ? 'tiny' : 'headline';
  const ids = listings.flatMap((listing) => listing.ids);
  const fit = ids.filter(({ status, sizes }) => status === 'runnable' && sizes.includes(size));
  const variants = Map.groupBy(fit, ({ family, variant }) => `${family}/${variant}`);
  return [...variants.values()].flatMap((own) => own.slice(0, 1));
}

/** The ids that globs mean; where none takes any, the headline case of each variant, but for exceptions. */
export function chooseOrHeadline(
  { listings, machine }: Pick<BenchSide, 'listings' | 'machine'>,
  globs: readonly string[],
): readonly ListedId[] {
  const isNamed = readSelect(globs).globs.length > 0;
  return chooseIds(
    globs,
    isNamed ? listings.flatMap((listing) => listing.ids) : headlineIds(listings, machine),
  );
}

/** One launch of some ids of one family: a process of its own, ended with the last of them. */
export async function launchFamily(
  io: Io,
  side: BenchSide,
  launch: {
    readonly family: FamilyPackage;
    readonly ids: readonly ListedId[];
    readonly timeoutMs: number;
    /** Told of each result as it comes. */
    readonly onResult?: () => void;
  },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  await measureFamily(io, launch.family, launch.ids, {
    job: { ...side.job, known: Object.fromEntries(side.known) },
    timeoutMs: launch.timeoutMs,
    onPhase: ignorePhase,
    onResult: (result, { known } = {}) => {
      results.push(result);
      if (known) side.known.set(result.id, known);
      launch.onResult?.();
    },
  });
  return results;
}

function ignorePhase(): void {}

/** Whether a launch's median may stand beside others; a software adapter's all do, where they are wanted at all. */
export function isUsable(result: Result, machine: Machine): result is TimedResult {
  return mayCompare([{ machine, result }], 'software').may;
}
