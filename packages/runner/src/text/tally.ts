// Where the time of a run goes: what makes a long one shorter.
import type { SessionSpent, Spent } from '@kernel-ladder/schema';
import type { Progress } from './progress.ts';

/** A stopwatch over phases. */
export interface Tally {
  /** What happens from now on; the same phase again changes nothing. */
  readonly enter: (phase: string) => void;
  /** Adds what an id has taken of the device and of its judges. */
  readonly add: (spent: Spent) => void;
  /** The time so far, in whole ms. */
  readonly read: () => SessionSpent;
}

/** Starts with the phase `start`; `now` gives milliseconds. */
export function createTally(now: () => number = () => performance.now()): Tally {
  const begun = now();
  const spentMs = new Map<string, number>();
  let current = { phase: 'start', since: begun };
  let [deviceMs, judgingMs] = [0, 0];
  const enter = (phase: string) => {
    const at = now();
    spentMs.set(current.phase, (spentMs.get(current.phase) ?? 0) + at - current.since);
    current = { phase, since: at };
  };
  return {
    enter,
    add: (spent) => {
      deviceMs += spent.deviceMs;
      judgingMs += spent.judgingMs;
    },
    read: () => {
      enter(current.phase);
      const phases = [...spentMs].map(([phase, ms]) => [phase, Math.round(ms)] as const);
      return {
        wallMs: Math.round(now() - begun),
        deviceMs: Math.round(deviceMs),
        judgingMs: Math.round(judgingMs),
        phasesMs: Object.fromEntries(phases),
      };
    },
  };
}

/** The share of each phase in words, the longest first, and those of device and judges; below one per cent none is named. */
export function sharesText({ wallMs, deviceMs, judgingMs, phasesMs }: SessionSpent): string {
  const phases = Object.entries(phasesMs).toSorted(([, a], [, b]) => b - a);
  const named = (parts: readonly (readonly [string, number])[]) =>
    parts
      .filter(([, ms]) => ms >= wallMs / 100)
      .map(([name, ms]) => `${name} ${Math.round((100 * ms) / wallMs)} %`)
      .join(', ');
  const within = named([
    ['device', deviceMs],
    ['judging', judgingMs],
  ]);
  return `${named(phases)}${within === '' ? '' : `; of it ${within}`}`;
}

/** A progress display that the tally listens to; between ids processes start and end, and rulers are measured. */
export function tallied(progress: Progress, tally: Tally): Progress {
  let onDevice: string | null = null;
  return {
    phase: (id, phase, share) => {
      onDevice = id;
      tally.enter(phase);
      progress.phase(id, phase, share);
    },
    finished: (result) => {
      // Judges may speak while the next id is on the device.
      if (onDevice === result.id) onDevice = null;
      if (onDevice === null) tally.enter('processes');
      progress.finished(result);
    },
    end: progress.end,
  };
}
