// The search of one subject: a pure reducer says what is looked at next, and the winner is measured again beside the usual choice.
import { budgetFor, exhaustive, nextStep } from '@kernel-ladder/autotune';
import type { HalvingSpec, Legal, Observation, Space, Survey } from '@kernel-ladder/autotune';
import type { Job, TuneEvent, TuneJob, TuningEntry } from '@kernel-ladder/schema';
import type { CaseParams } from '../contract/family.ts';
import { entryOf } from './entry.ts';
import { compiledTogether, compileTogether, lookAt, specOf } from './look.ts';
import type { NamedChoice, TuneBench } from './look.ts';
import { hashOf } from './table.ts';
import type { TuneSubject } from './subjects.ts';
import { besideUsual, proveOnOthers } from './turns.ts';
import type { Beside } from './turns.ts';

/** One search: a subject, what is left of its space, and what was seen of it. */
export interface Search<Case extends CaseParams> {
  readonly subject: TuneSubject<Case>;
  readonly space: Space;
  readonly found: Survey;
  /** What earlier processes saw. */
  readonly seen: readonly Observation[];
  /** Whether no look may begin any more. */
  readonly isSpent: () => boolean;
}

/** What was asked for, and who is told. */
export interface Asked {
  readonly job: Job & { readonly tune: TuneJob };
  readonly emit: (event: TuneEvent) => void;
}

// What a candidate gets in the first round.
const firstSamples = { hardware: 5, software: 3 };

/** The search over what is left of a space. */
export function halvingOf(
  { tune: wishes, seed }: Job & { readonly tune: TuneJob },
  found: Survey,
  isSoftware: boolean,
): HalvingSpec {
  const names = found.legal.map(({ name }) => name);
  const samples = wishes.samples ?? (isSoftware ? firstSamples.software : firstSamples.hardware);
  if (wishes.exhaustive) return { names, seed, budget: names.length * samples, eta: exhaustive };
  return { names, seed, budget: budgetFor(names.length, samples) };
}

/** Looks at candidates as the reducer asks for them, then settles on one, unless it is out of budget before. */
export async function searchWith<Case extends CaseParams>(
  { job, emit }: Asked,
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
    if (!bench.gpu.facts.software && !job.tune.alone && !compiled.has(step.name)) {
      const next = [step.name, ...step.after.filter((name) => !compiled.has(name))].slice(
        0,
        compiledTogether,
      );
      for (const name of next) compiled.add(name);
      forgetOldest(compiled);
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

// A device keeps so many pipelines, and a candidate may have two.
const mostCompiled = 24;

function forgetOldest(compiled: Set<string>): void {
  for (const name of compiled) if (compiled.size > mostCompiled) compiled.delete(name);
}

function chosen(candidates: ReadonlyMap<string, Legal>, name: string): Legal {
  const found = candidates.get(name);
  if (!found) throw new Error(`the search asks for ${name}, which is no candidate`);
  return found;
}

interface Course<Case extends CaseParams> extends Asked {
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

// Ten turns whose ratios go together give an interval that is too narrow: a hundredth is left to luck.
const clearlyFaster = 1.01;

// What is not clearly faster than the usual choice is not chosen: nobody needs a table for that.
async function settle<Case extends CaseParams>(
  { job, journal, bench }: Course<Case>,
  { subject, space, found }: Search<Case>,
  winner: Winner,
): Promise<TuningEntry> {
  const usual = usualOf(space, found, journal);
  const request = bench.gpu.facts.software ? besideTurns.software : besideTurns.hardware;
  const beside = await besideUsual(bench, { winner, usual: usual ?? winner }, request);
  const isFaster = usual === null || (usual.name !== winner.name && beside.speed.low > clearlyFaster);
  const taken = isFaster ? winner : usual;
  return entryOf({
    subject,
    space,
    survey: found,
    journal,
    winner: taken,
    // Where the usual choice is none there is nothing to be faster than.
    beside: isFaster && usual !== null ? beside : unchanged(beside),
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
