// What a run is going to do: the machine, the families' ids, and those of them that the flags select.
import { join } from 'node:path';
import type { FamilyEvent, FamilyListing, Job, ListedId, Machine, Ruler, Suite } from '@kernel-ladder/schema';
import { CommandFailure, exitCodes } from '../failure.ts';
import { adapterRequest, ask, findFamilies, listFamilies } from '../families.ts';
import type { FamilyPackage } from '../families.ts';
import { integerOf, textOf, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { loadSuite, parseShard, selectIds } from '../suites.ts';

/** Everything that is settled before the first id runs. */
export interface Plan {
  readonly machine: Machine;
  readonly listings: readonly FamilyListing[];
  readonly families: readonly FamilyPackage[];
  readonly ids: readonly ListedId[];
  readonly suite: Suite;
  readonly job: Job & { readonly effort: Suite['effort']; readonly machine: Machine };
  readonly firstRuler: Omit<Ruler, 'at'> | null;
}

interface Wanted {
  readonly suite: Suite;
  readonly globs: readonly string[];
  readonly shard: { readonly index: number; readonly count: number } | null;
  readonly job: Job & { readonly effort: Suite['effort'] };
}

/** Reads the flags, then asks the families; throws with the exit code that a fault means. */
export async function makePlan(given: Given, io: Io): Promise<Plan> {
  const wanted = readWishes(given, io);
  const { suite, globs, shard } = wanted;
  const families = findFamilies(io.root);
  const [first] = families;
  if (!first) throw new CommandFailure(`no family under ${join(io.root, 'packages')}`);
  const { machine, firstRuler } = readProfile(
    await ask(io, first.entry, { args: ['profile'], job: wanted.job }),
  );
  const listings = await listFamilies(io, families, wanted.job.gpu);
  const ids = selectIds(listings, { suite, globs, shard, software: machine.software });
  if (ids.length === 0) throw new CommandFailure(`suite ${suite.name} selects nothing here`);
  const canary = firstRuler ? { canaryNs: firstRuler.fmaNs } : {};
  return { machine, listings, families, ids, suite, job: { ...wanted.job, machine, ...canary }, firstRuler };
}

function readWishes(given: Given, io: Io): Wanted {
  const suite = loadSuite(io, textOf(given, 'suite') ?? 'quick');
  const shard = textOf(given, 'shard');
  const seed = integerOf(given, 'seed', 0) ?? 1;
  return {
    suite,
    globs: [...textsOf(given, 'select'), ...given.positionals],
    shard: shard === undefined ? null : parseShard(shard),
    job: {
      gpu: adapterRequest(given),
      seed,
      effort: effortOf(given, suite),
      edgeCases: suite.edgeCases ?? true,
    },
  };
}

/** The effort that the flags ask for, else the suite's. Throws on any other word. */
export function effortOf(given: Given, suite: Pick<Suite, 'effort'>): Suite['effort'] {
  const text = textOf(given, 'effort');
  const effort = (['quick', 'normal', 'strict'] as const).find((name) => name === (text ?? suite.effort));
  if (!effort) throw new CommandFailure(`--effort takes quick, normal or strict, not "${text}"`);
  return effort;
}

/** The machine and its first rulers, from the events of `profile`. */
export function readProfile(events: readonly FamilyEvent[]): Pick<Plan, 'machine' | 'firstRuler'> {
  const machine = events.find((event) => event.type === 'machine')?.machine;
  if (!machine) throw new CommandFailure('the profile has no machine', exitCodes.failed);
  return { machine, firstRuler: events.find((event) => event.type === 'ruler')?.ruler ?? null };
}
