// Whether a run by words and numbers holds to the rules of runs. Words that held to them once do again, beside the same machine and ladder.
import { numbersOf, withNumbers } from '../measured.ts';
import type { MeasuredResult, MeasuredRun } from '../measured.ts';
import type { FamilyLadder, Machine, Result, Timeline } from '../types.generated.ts';
import { seedContradiction } from './outcome.ts';
import { metricContradiction } from './rates.ts';
import { frameContradiction, wordContradiction } from './run.ts';
import { timelineContradiction } from './timeline.ts';
import { disorderIn } from './timing.ts';

/** Whether no rule stands against it; `now` is the time in ms. */
export function isSound({ run, results }: MeasuredRun, now: number = Date.now()): boolean {
  const ladders = new Map(run.families?.map((ladder) => [ladder.name, ladder]));
  return (
    !frameContradiction(run, now) &&
    results.every(
      (result) =>
        haveSoundWords(result.of, run.machine, ladders.get(result.of.family)) &&
        haveSoundNumbers(result, run.machine),
    )
  );
}

const sound = new WeakMap<Result, { readonly machine: Machine; readonly ladder: FamilyLadder | undefined }>();

function haveSoundWords(of: Result, machine: Machine, ladder: FamilyLadder | undefined): boolean {
  const known = sound.get(of);
  if (known && known.machine === machine && known.ladder === ladder) return true;
  // Samples are counted by a number.
  if (of.samplesNs || wordContradiction(of, machine, ladder)) return false;
  sound.set(of, { machine, ladder });
  return true;
}

function haveSoundNumbers(result: MeasuredResult, machine: Machine): boolean {
  const { kind, check, work, timing, secondary, metrics } = result.of;
  if (check && seedContradiction(kind, withNumbers(check.seeds, 'check.seeds', result))) return false;
  if (timelineContradiction({ kind, timeline: timelineOf(result) })) return false;
  if (!timing || !metrics) return true;
  const timed = numbersOf(result, 'timing');
  const rated = {
    metrics: withNumbers(metrics, 'metrics', result),
    work,
    timing: { ...timing, medianNs: timed('medianNs') ?? timing.medianNs },
  };
  return (
    !disorderIn(timed) &&
    !secondary?.some((_, at) => disorderIn(numbersOf(result, `secondary.${at}`))) &&
    !metricContradiction(rated, machine)
  );
}

// With all numbers that a rule looks at.
function timelineOf(result: MeasuredResult): Timeline | undefined {
  const { timeline } = result.of;
  return (
    timeline && {
      ...withNumbers(timeline, 'timeline', result),
      busyUs: withNumbers(timeline.busyUs, 'timeline.busyUs', result),
      overlapUs: withNumbers(timeline.overlapUs, 'timeline.overlapUs', result),
      spans: timeline.spans.map((span, at) => withNumbers(span, `timeline.spans.${at}`, result)),
    }
  );
}
