// What no schema can say of a run: that its parts do not contradict each other.
import type { FamilyLadder, Machine, Result, Run } from '../types.generated.ts';
import { caseContradiction } from './case.ts';
import { below, firstBelow, firstTwin, refuseContradiction } from './contradiction.ts';
import type { Contradiction } from './contradiction.ts';
import { dateContradiction } from './dates.ts';
import { machineContradiction } from './machine.ts';
import { adapterContradiction, comparableContradiction, outcomeContradiction } from './outcome.ts';
import { metricContradiction } from './rates.ts';
import { timelineContradiction } from './timeline.ts';
import { timingContradiction } from './timing.ts';

/**
 * Refuses a run that contradicts itself; `file` names its origin, `now` is the time in ms. A run that is still being measured has
 * neither results nor sessions yet: it says that it is interrupted.
 */
export function validateRun(file: string, run: Run, now: number = Date.now()): Run {
  refuseContradiction(file, runContradiction(run, now));
  return run;
}

function runContradiction(run: Run, now: number): Contradiction | undefined {
  const ladders = new Map(run.families?.map((ladder) => [ladder.name, ladder]));
  return (
    frameContradiction(run, now) ??
    twin(run.results) ??
    firstBelow('/results', run.results, (result) =>
      resultContradiction(result, run.machine, ladders.get(result.family)),
    )
  );
}

/** What stands against a run as a whole, whatever each of its results says. */
export function frameContradiction(run: Run, now: number): Contradiction | undefined {
  return (
    below('/run', dateContradiction(run.run, now)) ??
    below('/machine', machineContradiction(run.machine)) ??
    absence(run)
  );
}

// A process that was killed has left its results, and could not judge the session that they come from.
function absence({ run, sessions, results }: Run): Contradiction | undefined {
  if (run.interrupted) return undefined;
  if (results.length === 0) return ['/results', 'empty, and the run was not interrupted'];
  if (sessions.length === 0) return ['/sessions', 'empty, and the run was not interrupted'];
  return undefined;
}

/** A result that stands in a list twice. */
export function twin(results: readonly Result[]): Contradiction | undefined {
  const at = firstTwin(results.map(({ id }) => id));
  return at === undefined ? undefined : [`/results/${at}/id`, `"${results[at]?.id}" stands twice`];
}

function resultContradiction(
  result: Result,
  machine: Machine,
  ladder: FamilyLadder | undefined,
): Contradiction | undefined {
  return (
    wordContradiction(result, machine, ladder) ??
    timingContradiction(result) ??
    timelineContradiction(result) ??
    metricContradiction(result, machine)
  );
}

/** What stands against a result of a run on a machine, whatever its times and rates are. */
export function wordContradiction(
  result: Result,
  machine: Machine,
  ladder: FamilyLadder | undefined,
): Contradiction | undefined {
  return (
    caseContradiction(result, ladder) ??
    outcomeContradiction(result) ??
    comparableContradiction(result) ??
    adapterContradiction(result, machine)
  );
}
