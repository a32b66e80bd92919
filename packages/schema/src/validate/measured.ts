// Whether a run by words and numbers holds to the rules of runs. Words that held to them once do again, beside the same machine and ladder.
import { listOf, namesOf, numbersOf, withNumbers } from '../measured.ts';
import type { MeasuredResult, MeasuredRun } from '../measured.ts';
import type { FamilyLadder, Machine, Result, Run, Timeline } from '../types.generated.ts';
import { seedContradiction } from './outcome.ts';
import { metricContradiction } from './rates.ts';
import type { Rated } from './rates.ts';
import { frameContradiction, twin, wordContradiction } from './run.ts';
import { timelineContradiction } from './timeline.ts';
import { disorderIn, statistics } from './timing.ts';

/** Whether no rule stands against it; `now` is the time in ms. */
export function isSound({ run, results }: MeasuredRun, now: number = Date.now()): boolean {
  return (
    !frameContradiction(run, now) &&
    haveSoundWords(run) &&
    results.every((result) => haveSoundNumbers(result, run.machine))
  );
}

// Runs with the same words share their list, and most of the results that it is of stood in another before.
const soundLists = new WeakMap<
  Run['results'],
  { readonly machine: Machine; readonly families: Run['families'] | undefined }
>();

function haveSoundWords({ results, machine, families }: Run): boolean {
  const known = soundLists.get(results);
  if (known && known.machine === machine && known.families === families) return true;
  const ladders = new Map(families?.map((ladder) => [ladder.name, ladder]));
  if (twin(results) || !results.every((of) => hasSoundWords(of, machine, ladders.get(of.family))))
    return false;
  soundLists.set(results, { machine, families });
  return true;
}

const sound = new WeakMap<Result, { readonly machine: Machine; readonly ladder: FamilyLadder | undefined }>();

function hasSoundWords(of: Result, machine: Machine, ladder: FamilyLadder | undefined): boolean {
  const known = sound.get(of);
  if (known && known.machine === machine && known.ladder === ladder) return true;
  // Samples are counted by a number.
  if (of.samplesNs || wordContradiction(of, machine, ladder)) return false;
  sound.set(of, { machine, ladder });
  return true;
}

function haveSoundNumbers(result: MeasuredResult, machine: Machine): boolean {
  const { kind, check, timing, metrics, secondary, timeline } = result.of;
  if (check && seedContradiction(kind, listOf(result, 'check.seeds'))) return false;
  if (timeline && timelineContradiction({ kind, timeline: timelineOf(timeline, result) })) return false;
  if (!timing || !metrics) return true;
  return (
    !disorderIn(numbersOf(result, 'timing', ordered)) &&
    !secondary?.some((_, at) => disorderIn(numbersOf(result, `secondary.${at}`, ordered))) &&
    !metricContradiction(ratedIn(result), machine)
  );
}

const ordered = namesOf(statistics);
const rates = namesOf(['gbps', 'gflops', 'algbw', 'pctOfPeak', 'pctOfRoof']);
const compiling = namesOf(['compileNs', 'buildNs', 'passesNs', 'generateNs', 'pipelinesNs']);
const median = namesOf(['medianNs']);

function ratedIn(result: MeasuredResult): Rated {
  const [gbps, gflops, algbw, pctOfPeak, pctOfRoof] = numbersOf(result, 'metrics', rates);
  const [medianNs = 0] = numbersOf(result, 'timing', median);
  return {
    metrics: { gbps, gflops, algbw, pctOfPeak, pctOfRoof, ...compilingIn(result) },
    work: result.of.work,
    timing: { medianNs },
  };
}

function compilingIn(result: MeasuredResult): Rated['metrics'] {
  if (!result.of.metrics || !('compileNs' in result.of.metrics)) return {};
  const [compileNs, buildNs, passesNs, generateNs, pipelinesNs] = numbersOf(result, 'metrics', compiling);
  return { compileNs, buildNs, passesNs, generateNs, pipelinesNs };
}

// With all numbers that a rule looks at.
function timelineOf(timeline: Timeline, result: MeasuredResult): Timeline {
  return {
    ...withNumbers(timeline, 'timeline', result),
    busyUs: withNumbers(timeline.busyUs, 'timeline.busyUs', result),
    overlapUs: withNumbers(timeline.overlapUs, 'timeline.overlapUs', result),
    spans: timeline.spans.map((span, at) => withNumbers(span, `timeline.spans.${at}`, result)),
  };
}
