// A search on a device: what is looked at next is decided by a pure reducer over what was seen, so that a search can be cut short and taken up.
import { budgetFor, exhaustive, nextStep, survey } from '@kernel-ladder/autotune';
import type { HalvingSpec, Legal, Observation, Space, Survey } from '@kernel-ladder/autotune';
import type { Gpu } from '@kernel-ladder/gpu';
import { sha256 } from '@kernel-ladder/schema/measuring';
import type { Job, Machine, TuneEvent, TuneJob, TuningEntry, VariantKind } from '@kernel-ladder/schema';
import type { CaseParams, Family } from '../contract/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { createCasePair } from '../launch/case-pair.ts';
import { createHostCases } from '../launch/host-cases.ts';
import { createClock } from '../measure/clock.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { entryOf, hashOfSpace } from './entry.ts';
import { compiledTogether, compileTogether, lookAt, specOf } from './look.ts';
import type { NamedChoice, TuneBench } from './look.ts';
import { hashOf, staleness } from './table.ts';
import { tuneSubjects } from './subjects.ts';
import type { TuneSubject } from './subjects.ts';
import { besideUsual, proveOnOthers } from './turns.ts';
import type { Beside } from './turns.ts';

/** A job with the machine's profile and what to tune, and what it is done with. */
export interface TuneRequest<Case extends CaseParams> {
  readonly job: Job & { readonly tune: TuneJob; readonly machine?: Machine };
  readonly gpu: Gpu;
  readonly family: Family<Case, VariantKind>;
  readonly load: WgslLoader;
  /** Who judges; this thread when left out. */
  readonly judges?: Judges;
  readonly emit: (event: TuneEvent) => void;
}

/** Tunes the rungs and cases of a job, one after another. Throws on what cannot be tuned, and where the device is lost. */
export async function tune<Case extends CaseParams>(request: TuneRequest<Case>): Promise<void> {
  const { job, gpu, family, emit } = request;
  const { subjects, notes } = tuneSubjects(family, gpu.facts, job.tune);
  for (const message of notes) emit({ type: 'note', message });
  const start = performance.now();
  const isSpent = () => performance.now() - start >= (job.tune.budgetMs ?? Infinity);
  for (const subject of subjects) {
    const space = subject.tuning.space(subject.params, gpu.facts);
    if ('skip' in space) continue;
    const found = survey(space, gpu.facts);
    const fingerprint = await fingerprintOf(request, subject, { space, found });
    emit({ type: 'space', key: subject.key, space: describeSpace(subject, space, { found, fingerprint }) });
    if (job.tune.dryRun) continue;
    const seen = journalOf(request, subject, fingerprint);
    const known = await knownEntry(request, subject, { space, seen });
    if (known) emit({ type: 'tuned', key: subject.key, entry: known, isKnown: true });
    else await searchOne(request, { subject, space, found, seen, isSpent });
  }
}

function describeSpace<Case extends CaseParams>(
  { variant, class: shapeClass, name }: TuneSubject<Case>,
  space: Space,
  { found, fingerprint }: { readonly found: Survey; readonly fingerprint: string },
) {
  const { total, legal, refused } = found;
  return {
    fingerprint,
    rung: variant.name,
    class: shapeClass,
    case: name,
    parameters: space.values,
    usual: space.usual,
    combinations: total,
    candidates: legal.map((each) => each.name),
    refused: refused.map(({ name: of, by, why }) => ({ name: of, by, why })),
  };
}

// Two searches of one fingerprint see the same candidates, write the same kernels, and take the same steps.
async function fingerprintOf<Case extends CaseParams>(
  { job, gpu, load }: TuneRequest<Case>,
  { tuning, params, name }: TuneSubject<Case>,
  { space, found }: Pick<Search<Case>, 'space' | 'found'>,
): Promise<string> {
  const usual = tuning.plan(params, gpu.facts, space.usual);
  const kernel = 'skip' in usual ? usual.skip.message : await hashOf(usual, load);
  const { eta = 0, ...spec } = halvingOf(job, found, gpu.facts.software);
  return sha256(JSON.stringify([name, spec, String(eta), kernel])).slice(0, 16);
}

function journalOf<Case extends CaseParams>(
  { job, emit }: TuneRequest<Case>,
  { key }: TuneSubject<Case>,
  fingerprint: string,
): readonly Observation[] {
  const journal = job.tune.journal[key];
  if (!journal || journal.fingerprint === fingerprint) return journal?.observations ?? [];
  emit({ type: 'note', message: `what was seen of ${key} is of another search, and begun anew` });
  return [];
}

// The table's own answer, where it is of these values and of the kernel as it is.
async function knownEntry<Case extends CaseParams>(
  { job: { tune: wishes }, family, gpu, load, emit }: TuneRequest<Case>,
  subject: TuneSubject<Case>,
  { space, seen }: Pick<Search<Case>, 'space' | 'seen'>,
): Promise<TuningEntry | null> {
  const entry = wishes.entries.find((each) => `${each.rung} ${each.class}` === subject.key);
  if (!entry || wishes.again || seen.length > 0) return null;
  const why =
    entry.space === hashOfSpace(space)
      ? await staleness({ family, load, facts: gpu.facts }, entry)
      : 'other values may be chosen now';
  if (why === null) return entry;
  emit({ type: 'note', message: `the table’s entry for ${subject.key} is searched again, for ${why}` });
  return null;
}

interface Search<Case extends CaseParams> {
  readonly subject: TuneSubject<Case>;
  readonly space: Space;
  readonly found: Survey;
  /** What earlier processes saw. */
  readonly seen: readonly Observation[];
  readonly isSpent: () => boolean;
}

async function searchOne<Case extends CaseParams>(
  request: TuneRequest<Case>,
  search: Search<Case>,
): Promise<void> {
  const { job, gpu, family, load, judges = sameThread } = request;
  const { machine, canaryNs = null, seed } = job;
  if (!machine) throw new Error('the verb tune needs the machine’s profile in its job');
  const { params } = search.subject;
  const clock = await createClock(gpu, canaryNs);
  try {
    const hosts = createHostCases({ family, judges });
    const pair = await createCasePair(gpu, { family, params, seed, hosts });
    try {
      await searchWith(request, search, {
        gpu,
        family,
        load,
        machine,
        clock,
        subject: search.subject,
        pair,
      });
    } finally {
      pair.free();
      hosts.keep([]);
    }
  } finally {
    clock?.free();
  }
}

async function searchWith<Case extends CaseParams>(
  { job, emit }: TuneRequest<Case>,
  search: Search<Case>,
  bench: TuneBench<Case>,
): Promise<void> {
  const { subject, found, isSpent } = search;
  const { key } = subject;
  const journal: Observation[] = [...search.seen];
  const tell = (observation: Observation) => {
    journal.push(observation);
    emit({ type: 'observed', key, observation });
  };
  const spec = halvingOf(job, found, bench.gpu.facts.software);
  const candidates = new Map(found.legal.map((each) => [each.name, each]));
  const compiled = new Set<string>();
  for (;;) {
    const step = nextStep(spec, journal);
    if (step.type === 'done') break;
    if (isSpent()) return emit({ type: 'untuned', key, why: 'budget' });
    const { candidate } = chosen(candidates, step.name);
    // In software a compiler takes the cores of the kernels.
    if (!bench.gpu.facts.software && !compiled.has(step.name)) {
      const next = [step.name, ...step.after.filter((name) => !compiled.has(name))].slice(
        0,
        compiledTogether,
      );
      for (const name of next) compiled.add(name);
      await compileTogether(
        bench,
        next.map((name) => chosen(candidates, name).candidate),
      );
    }
    emit({ type: 'trying', key, name: step.name, round: step.round });
    tell(await lookAt(bench, { name: step.name, candidate }, step));
  }
  await conclude({ job, emit, tell, journal, bench }, search, candidates);
}

function chosen(candidates: ReadonlyMap<string, Legal>, name: string): Legal {
  const found = candidates.get(name);
  if (!found) throw new Error(`the search asks for ${name}, which is no candidate`);
  return found;
}

// What a candidate gets in the first round.
const firstSamples = { hardware: 5, software: 3 };

function halvingOf(
  { tune: wishes, seed }: Job & { readonly tune: TuneJob },
  found: Survey,
  isSoftware: boolean,
): HalvingSpec {
  const names = found.legal.map(({ name }) => name);
  const samples = wishes.samples ?? (isSoftware ? firstSamples.software : firstSamples.hardware);
  if (wishes.exhaustive) return { names, seed, budget: names.length * samples, eta: exhaustive };
  return { names, seed, budget: budgetFor(names.length, samples) };
}

interface Course<Case extends CaseParams> {
  readonly job: Job & { readonly tune: TuneJob };
  readonly emit: (event: TuneEvent) => void;
  readonly tell: (observation: Observation) => void;
  readonly journal: readonly Observation[];
  readonly bench: TuneBench<Case>;
}

const besideTurns = { hardware: { turns: 10, samples: 10 }, software: { turns: 5, samples: 2 } };

// The first of the ranking that is right on other inputs too, beside the usual choice.
async function conclude<Case extends CaseParams>(
  course: Course<Case>,
  search: Search<Case>,
  candidates: ReadonlyMap<string, Legal>,
): Promise<void> {
  const { job, emit, tell, journal, bench } = course;
  const { key } = search.subject;
  for (;;) {
    const step = nextStep(halvingOf(job, search.found, bench.gpu.facts.software), journal);
    const [best] = step.type === 'done' ? step.ranking : [];
    if (!best) return emit({ type: 'untuned', key, why: 'none-right' });
    emit({ type: 'trying', key, name: best.name, round: best.round });
    const winner = { ...chosen(candidates, best.name), ns: best.ns };
    const why = await proveOnOthers(bench, winner);
    if (why === null) {
      const entry = await settle(course, search, winner);
      return emit({ type: 'tuned', key, entry, isKnown: false });
    }
    tell({ name: best.name, round: best.round, outcome: 'wrong', message: why, compileMs: 0, spentMs: 0 });
  }
}

type Winner = NamedChoice & { readonly ns: number };

// What is not clearly faster than the usual choice is not chosen: nobody needs a table for that.
async function settle<Case extends CaseParams>(
  { job, journal, bench }: Course<Case>,
  { subject, space, found }: Search<Case>,
  winner: Winner,
): Promise<TuningEntry> {
  const usual = usualOf(space, found, journal);
  const request = bench.gpu.facts.software ? besideTurns.software : besideTurns.hardware;
  const beside = await besideUsual(bench, { winner, usual: usual ?? winner }, request);
  const isFaster = usual === null || (usual.name !== winner.name && beside.speed.low > 1);
  const taken = isFaster ? winner : usual;
  return entryOf({
    subject,
    space,
    survey: found,
    journal,
    winner: taken,
    beside: isFaster ? beside : unchanged(beside),
    hash: await hashOf(specOf(bench, taken.candidate).plan, bench.load),
    seed: job.seed,
    isExhaustive: job.tune.exhaustive === true,
    versions: job.tune.versions,
  });
}

// With the time of the last look at it; null where it was wrong, or the device cannot run it.
function usualOf(space: Space, { legal }: Survey, journal: readonly Observation[]): Winner | null {
  const usual = legal.find(({ candidate }) => candidate === space.usual);
  const seen = journal.findLast(({ name }) => name === usual?.name);
  return usual && seen?.outcome === 'timed' && seen.ns !== undefined ? { ...usual, ns: seen.ns } : null;
}

function unchanged(beside: Beside): Beside {
  return { ...beside, tunedNs: beside.usualNs, speed: { ratio: 1, low: 1, high: 1, turns: 0 } };
}
