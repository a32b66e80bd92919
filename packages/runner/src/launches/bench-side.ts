// A workspace whose ids can be launched: this checkout, a worktree of another commit, an unpacked bundle.
import { join } from 'node:path';
import type {
  Commit,
  Effort,
  FamilyListing,
  Job,
  KnownOutputs,
  ListedId,
  Machine,
  Result,
} from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';
import { ask, findFamilies, listFamilies } from '../families.ts';
import type { FamilyPackage } from '../families.ts';
import { readCommit } from '../git.ts';
import type { Io } from '../io.ts';
import { measureFamily } from '../measure.ts';
import { readProfile } from '../run/plan.ts';
import type { RulerTimes } from '../session.ts';

/** What is to be launched, and how; every launch of a side is told the same. */
export interface BenchSide {
  readonly root: string;
  readonly commit: Commit;
  readonly families: readonly FamilyPackage[];
  readonly listings: readonly FamilyListing[];
  readonly machine: Machine;
  readonly firstRuler: RulerTimes | null;
  /** By id, what launches have computed and had checked: those that follow need no oracle. */
  readonly known: Map<string, KnownOutputs>;
  readonly job: Job & { readonly effort: Effort; readonly machine: Machine };
}

/**
 * Profiles the machine and lists the ids as the workspace at `root` sees them; `refuse` throws on a machine that will not
 * do. Throws with the exit code of a fault.
 */
export async function openSide(
  io: Io,
  root: string,
  wanted: Pick<Job, 'gpu' | 'seed'> & { readonly effort: Effort },
  refuse: (machine: Machine) => void,
): Promise<BenchSide> {
  const families = findFamilies(root);
  const [first] = families;
  if (!first) throw new CommandFailure(`no family under ${join(root, 'packages')}`);
  const profile = await ask(io, first.entry, { args: ['profile'], job: wanted });
  const { machine, firstRuler } = readProfile(profile);
  refuse(machine);
  const listings = await listFamilies(io, families, wanted.gpu);
  const canary = firstRuler ? { canaryNs: firstRuler.fmaNs } : {};
  // The check of each launch stays; the awkward cases are no part of what is timed.
  const job = { ...wanted, machine, edgeCases: false, headlineOnly: true, ...canary };
  return { root, commit: readCommit(root), families, listings, machine, firstRuler, known: new Map(), job };
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

/** One launch of some ids of one family: a process of its own, ended with the last of them. */
export async function launchFamily(
  io: Io,
  side: BenchSide,
  launch: {
    readonly family: FamilyPackage;
    readonly ids: readonly ListedId[];
    readonly timeoutMs: number;
  },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  await measureFamily(io, launch.family, launch.ids, {
    job: { ...side.job, known: Object.fromEntries(side.known) },
    timeoutMs: launch.timeoutMs,
    onPhase: ignorePhase,
    onResult: (result, known) => {
      results.push(result);
      if (known) side.known.set(result.id, known);
    },
  });
  return results;
}

function ignorePhase(): void {}

/** Whether a launch's median may stand beside others; a software adapter's all do, where they are wanted at all. */
export function isUsable(
  result: Result,
  machine: Pick<Machine, 'software'>,
): result is Result & { readonly timing: NonNullable<Result['timing']> } {
  const { status, timing, comparable } = result;
  return status === 'passed' && (timing?.medianNs ?? 0) > 0 && (comparable || machine.software);
}
