// What a run is going to do: the machine, the families' ids, and those of them that the flags select.
import { join } from 'node:path';
import type {
  AdapterEntry,
  FamilyEvent,
  FamilyListing,
  Job,
  ListedId,
  Machine,
  Ruler,
  Suite,
} from '@kernel-ladder/schema';
import { readSelect } from '@kernel-ladder/schema/select';
import { CommandFailure, exitCodes } from '../failure.ts';
import { adapterRequest, findFamilies } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';
import { peersFor } from '../process/peers.ts';
import { textOf, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { holdAdapter } from './locks.ts';
import type { Hold } from './locks.ts';
import { bootProfiler } from './profiler.ts';
import { readEntries, tableOf } from '../files/tuning.ts';
import { familiesFor, familiesIn, loadSuite, parseShard, selectIds, writtenCases } from './suites.ts';
import type { Selection } from './suites.ts';
import { surveyFamilies } from '../process/survey.ts';

/** Everything that is settled before the first id runs. */
export interface Plan {
  readonly machine: Machine;
  readonly listings: readonly FamilyListing[];
  readonly families: readonly FamilyPackage[];
  /** Families that do not start: the run goes on without them, and fails. */
  readonly faults: readonly string[];
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

/** What a plan is made under besides the flags. */
export interface PlanTerms {
  readonly seed: number;
  readonly hold: Hold;
  /** What of a selection is run where no glob names any of it; all of it when left out. */
  readonly narrow?: (
    ids: readonly ListedId[],
    about: Pick<Plan, 'listings' | 'machine'>,
  ) => readonly ListedId[];
}

/** Reads the flags, then asks the families, and holds the adapter before anything is measured on it; throws with the exit code that a fault means. */
export async function makePlan(
  given: Given,
  io: Io,
  { seed, hold, narrow = (ids) => ids }: PlanTerms,
): Promise<Plan> {
  const wanted = readWishes(given, io, seed);
  const { suite, globs, shard } = wanted;
  const asked = askedFor(given, io, wanted);
  const held = (adapter: AdapterEntry) => holdAdapter(hold, adapter);
  const profiler = bootProfiler(io, asked, { job: wanted.job, hold: held });
  const { listings, families, faults, adapter } = await surveyFamilies(io, asked, wanted.job.gpu, {
    cases: writtenCases(globs),
    onFirst: profiler.begin,
  }).catch(profiler.fail);
  const [first] = families;
  if (!first) return profiler.fail(noFamily(io, suite));
  const profile = await profiler.ask(first, adapter).catch(profiler.fail);
  const { machine, firstRuler } = readProfile(profile);
  refuseBrokenTables(families, machine);
  const selected = selectSome(listings, { suite, globs, shard, software: machine.software });
  const isOpen = readSelect(globs).globs.length === 0;
  const ids = isOpen ? narrow(selected, { listings, machine }) : selected;
  const canary = firstRuler ? { canaryNs: firstRuler.fmaNs } : {};
  const job = { ...wanted.job, machine, ...canary };
  return { machine, listings, families, faults, ids, suite, job, firstRuler };
}

// Each family's process reads its own as it begins: what is wrong with one is told before anything has run.
function refuseBrokenTables(families: readonly FamilyPackage[], { key }: Machine): void {
  for (const family of families) readEntries(tableOf(family, key), { machine: key, family: family.name });
}

function askedFor(given: Given, io: Io, { suite, globs }: Wanted): readonly FamilyPackage[] {
  const named = readSelect(globs).globs;
  const select = named.length > 0 ? globs : suite.select;
  const kernels = familiesIn(familiesFor(io.root, globs), select);
  const isWanted = given.flags['peers'] === true || suite.peers === true;
  // What a suite would take of peers it takes only where they are wanted: the one that runs by itself has rows for `--peers`.
  const wish = { globs: isWanted ? readSelect(select).globs : named, isWanted };
  return [...kernels, ...peersFor(io.root, wish)];
}

function noFamily(io: Io, { name, select }: Suite): CommandFailure {
  const folder = join(io.root, 'packages');
  if (findFamilies(io.root).length === 0) return new CommandFailure(`no family under ${folder}`);
  return new CommandFailure(
    `suite ${name} selects nothing here: no family under ${folder} matches its select ${select.join(' ')}`,
  );
}

/** The selected ids; throws a usage failure that says which of suite, sizes, globs and shard leave none. */
export function selectSome(listings: readonly FamilyListing[], selection: Selection): readonly ListedId[] {
  const ids = selectIds(listings, selection);
  if (ids.length > 0) return ids;
  const { suite, globs, shard, software } = selection;
  const whole = shard ? selectIds(listings, { ...selection, shard: null }).length : 0;
  if (shard && whole > 0) {
    const narrowed = globs.length > 0 ? ` with ${globs.join(' ')}` : '';
    throw new CommandFailure(
      `--shard ${shard.index}/${shard.count} is empty: suite ${suite.name}${narrowed} has ${whole} ${whole === 1 ? 'id' : 'ids'} here: give no more shards than ids`,
    );
  }
  refuseAllLeftOut(listings, selection);
  const kind = software ? 'software' : 'hardware';
  const sizes = suite.cases[kind];
  const why =
    sizes.length === 0
      ? `its cases.${kind} names no size for this ${kind} adapter`
      : `no id of size ${sizes.join(' or ')} (its cases.${kind}) matches its select ${suite.select.join(' ')}`;
  throw new CommandFailure(`suite ${suite.name} selects nothing here: ${why}; \`bench list\` has all ids`);
}

// An empty selection that has ids without the exceptions of the command line.
function refuseAllLeftOut(listings: readonly FamilyListing[], selection: Selection): void {
  const { globs, except } = readSelect(selection.globs);
  const { length } = except.length > 0 ? selectIds(listings, { ...selection, globs, shard: null }) : [];
  if (length === 0) return;
  const [said, ids] = [except.map((glob) => `!${glob}`).join(' '), length === 1 ? 'id' : 'ids'];
  throw new CommandFailure(`${said} leaves out all that is selected, ${length} ${ids}: leave out fewer`);
}

function readWishes(given: Given, io: Io, seed: number): Wanted {
  const suite = loadSuite(io, textOf(given, 'suite') ?? 'quick');
  const shard = textOf(given, 'shard');
  return {
    suite,
    globs: [...textsOf(given, 'select'), ...given.positionals],
    shard: shard === undefined ? null : parseShard(shard),
    job: {
      gpu: adapterRequest(given),
      seed,
      effort: effortOf(given, suite),
      edgeCases: suite.edgeCases ?? true,
      timing: suite.timing ?? true,
      ...(given.flags['why'] === true ? { why: true } : {}),
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
