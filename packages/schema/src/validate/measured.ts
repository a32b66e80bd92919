// Whether a run by words and numbers holds to the rules of runs. Words that held to them once do again, beside the same machine and ladder.
import { namesOf, placesOf, readNumbers, withNumbers } from '../measured.ts';
import type { MeasuredResult, MeasuredRun, Names } from '../measured.ts';
import type { FamilyLadder, Machine, Result, Run, Timeline } from '../types.generated.ts';
import { areConsecutive } from './outcome.ts';
import { metricContradiction } from './rates.ts';
import type { Rated } from './rates.ts';
import { frameContradiction, twin, wordContradiction } from './run.ts';
import { timelineContradiction } from './timeline.ts';
import { areInOrder, statistics } from './timing.ts';

/** Whether no rule stands against it; `now` is the time in ms. */
export function isSound(measured: MeasuredRun, now: number = Date.now()): boolean {
  const { run, results } = measured;
  return (
    !frameContradiction(run, now) &&
    haveSoundWords(run) &&
    results.every((result) => hasSoundNumbers(result, measured))
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

function hasSoundNumbers(result: MeasuredResult, measured: MeasuredRun): boolean {
  return (
    haveSoundSeeds(result, measured) && hasSoundTimeline(result, measured) && hasSoundTimes(result, measured)
  );
}

const firstSeed = namesOf('check.seeds', ['0']);

// A list of numbers alone: they lie side by side, and so do their places.
function haveSoundSeeds(result: MeasuredResult, { numbers }: MeasuredRun): boolean {
  const { of, places, first } = result;
  const count = of.check?.seeds.length ?? 0;
  if (of.kind === 'cpu' || count === 0) return true;
  const [at = -1] = placesOf(firstSeed, places);
  return at >= 0 && areConsecutive(numbers, first + at, count);
}

function hasSoundTimeline(result: MeasuredResult, measured: MeasuredRun): boolean {
  const { kind, timeline } = result.of;
  if (!timeline) return true;
  return !timelineContradiction({ kind, timeline: timelineOf(timeline, result, measured) });
}

function hasSoundTimes(result: MeasuredResult, measured: MeasuredRun): boolean {
  const { timing, metrics, secondary = [] } = result.of;
  if (!timing || !metrics) return true;
  if (!haveOrder(inTiming, result, measured)) return false;
  for (let at = 0; at < secondary.length; at++)
    if (!haveOrder(inSecondary(at), result, measured)) return false;
  return !metricContradiction(ratedIn(result, measured), measured.run.machine);
}

const inTiming = namesOf('timing', statistics);
const secondaries: Names[] = [];

function inSecondary(at: number): Names {
  return (secondaries[at] ??= namesOf(`secondary.${at}`, statistics));
}

function haveOrder(names: Names, { places, first }: MeasuredResult, { numbers }: MeasuredRun): boolean {
  return areInOrder({ numbers, first, at: placesOf(names, places) });
}

const rates = namesOf('metrics', [
  'gbps',
  'gflops',
  'algbw',
  'pctOfPeak',
  'pctOfRoof',
  'compileNs',
  'buildNs',
  'passesNs',
  'generateNs',
  'pipelinesNs',
]);
const rated = new Float64Array(rates.names.length);
const median = namesOf('timing', ['medianNs']);
const medians = new Float64Array(1);

function ratedIn(result: MeasuredResult, measured: MeasuredRun): Rated {
  readNumbers(rates, result, measured, rated);
  readNumbers(median, result, measured, medians);
  return {
    metrics: {
      gbps: numberOf(rated[0]),
      gflops: numberOf(rated[1]),
      algbw: numberOf(rated[2]),
      pctOfPeak: numberOf(rated[3]),
      pctOfRoof: numberOf(rated[4]),
      compileNs: numberOf(rated[5]),
      buildNs: numberOf(rated[6]),
      passesNs: numberOf(rated[7]),
      generateNs: numberOf(rated[8]),
      pipelinesNs: numberOf(rated[9]),
    },
    work: result.of.work,
    timing: { medianNs: medians[0] ?? 0 },
  };
}

function numberOf(value: number = Number.NaN): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

// With all numbers that a rule looks at.
function timelineOf(timeline: Timeline, result: MeasuredResult, measured: MeasuredRun): Timeline {
  return {
    ...withNumbers(timeline, 'timeline', result, measured),
    busyUs: withNumbers(timeline.busyUs, 'timeline.busyUs', result, measured),
    overlapUs: withNumbers(timeline.overlapUs, 'timeline.overlapUs', result, measured),
    spans: timeline.spans.map((span, at) => withNumbers(span, `timeline.spans.${at}`, result, measured)),
  };
}
