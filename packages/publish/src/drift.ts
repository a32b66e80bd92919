// What nobody knows to be steady is not compared: times of a session whose rulers were not measured at its end.
import type { Result, Run } from '@kernel-ladder/schema';
import { isRulerReason } from '@kernel-ladder/stats';

/**
 * The run with every time that a session without a verdict may have brought marked as `unstable-session`. A file does not say which
 * session a result is of, so that one such session speaks for all. Where the rulers gave the reason, its times are marked already.
 */
export function withKnownDrift(run: Run): Run {
  if (!run.sessions.some(isUnjudged)) return run;
  const results = marked.get(run.results) ?? run.results.map(markUnknown);
  marked.set(run.results, results);
  return { ...run, results };
}

// Runs with the same words share their list, marked or not.
const marked = new WeakMap<Run['results'], Run['results']>();

function isUnjudged({ stable, reasons }: Run['sessions'][number]): boolean {
  return !stable && !reasons.some(isRulerReason);
}

function markUnknown(result: Result): Result {
  if (!result.timing || !result.comparable) return result;
  return { ...result, comparable: false, comparableReasons: ['unstable-session'] };
}
