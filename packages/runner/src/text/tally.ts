// Where the time of a run goes: what makes a long one shorter.
import type { Progress } from './progress.ts';

/** A stopwatch over phases. */
export interface Tally {
  /** What happens from now on; the same phase again changes nothing. */
  readonly enter: (phase: string) => void;
  /** The time so far, and the share of each phase in words, the longest first; below one per cent none is named. */
  readonly read: () => { readonly elapsedMs: number; readonly shares: string };
}

/** Starts with the phase `start`; `now` gives milliseconds. */
export function createTally(now: () => number = () => performance.now()): Tally {
  const begun = now();
  const spentMs = new Map<string, number>();
  let current = { phase: 'start', since: begun };
  const enter = (phase: string) => {
    const at = now();
    spentMs.set(current.phase, (spentMs.get(current.phase) ?? 0) + at - current.since);
    current = { phase, since: at };
  };
  return {
    enter,
    read: () => {
      enter(current.phase);
      const elapsedMs = now() - begun;
      const phases = [...spentMs].toSorted(([, a], [, b]) => b - a);
      const named = phases.filter(([, ms]) => ms >= elapsedMs / 100);
      const shares = named
        .map(([phase, ms]) => `${phase} ${Math.round((100 * ms) / elapsedMs)} %`)
        .join(', ');
      return { elapsedMs, shares };
    },
  };
}

/** A progress display that the tally listens to; between ids processes start and end, and rulers are measured. */
export function tallied(progress: Progress, tally: Tally): Progress {
  return {
    phase: (id, phase, share) => {
      tally.enter(phase);
      progress.phase(id, phase, share);
    },
    finished: (result) => {
      tally.enter('processes');
      progress.finished(result);
    },
    end: progress.end,
  };
}
