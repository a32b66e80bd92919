// Where the time of a run goes: what makes a long one shorter.
import type { SessionSpent, Spent } from '@kernel-ladder/schema';
import { coverProcess } from '../process/cover.ts';
import { formatSeconds } from './format.ts';
import type { Progress } from './progress.ts';

/** A stopwatch over phases. */
export interface Tally {
  /**
   * What a process is at from now on, and with which id, if with one; the same phase again changes nothing. Time in which several are at
   * something is shared out among them evenly.
   */
  readonly enter: (phase: string, id?: string, process?: number) => void;
  /** The process is at nothing; time that is nobody's is that of `processes`, which start and end. */
  readonly leave: (process: number) => void;
  /** Adds what an id has taken of the device and of its judges. */
  readonly add: (spent: Spent) => void;
  /** The time so far, in whole ms. */
  readonly read: () => SessionSpent;
}

/** Starts with the phase `start`; `now` gives milliseconds. */
export function createTally(now: () => number = () => performance.now()): Tally {
  const begun = now();
  const sums: Sums = { phases: new Map(), ids: new Map() };
  const stretches = new Map<number, Stretch>();
  let idle = 'start';
  let since = begun;
  let [deviceMs, judgingMs] = [0, 0];
  const settle = () => {
    const at = now();
    const under = stretches.size > 0 ? [...stretches.values()] : [{ phase: idle }];
    for (const stretch of under) spend(sums, stretch, (at - since) / under.length);
    since = at;
  };
  return {
    enter: (phase, id, process = 0) => {
      settle();
      stretches.set(process, { phase, id });
    },
    leave: (process) => {
      settle();
      stretches.delete(process);
      idle = 'processes';
    },
    add: (spent) => {
      deviceMs += spent.deviceMs;
      judgingMs += spent.judgingMs;
    },
    read: () => {
      settle();
      return {
        wallMs: Math.round(now() - begun),
        deviceMs: Math.round(deviceMs),
        judgingMs: Math.round(judgingMs),
        phasesMs: inWholeMs(sums.phases),
        ...(sums.ids.size > 0 ? { longest: longestOf(sums.ids) } : {}),
      };
    },
  };
}

interface Stretch {
  readonly phase: string;
  readonly id?: string | undefined;
}

interface Sums {
  readonly phases: Map<string, number>;
  readonly ids: Map<string, Map<string, number>>;
}

function spend({ phases, ids }: Sums, { phase, id }: Stretch, ms: number): void {
  addTo(phases, phase, ms);
  if (id === undefined) return;
  const own = ids.get(id) ?? new Map<string, number>();
  ids.set(id, own);
  addTo(own, phase, ms);
}

function addTo(sums: Map<string, number>, key: string, ms: number): void {
  sums.set(key, (sums.get(key) ?? 0) + ms);
}

function inWholeMs(phases: ReadonlyMap<string, number>): SessionSpent['phasesMs'] {
  return Object.fromEntries([...phases].map(([phase, ms]) => [phase, Math.round(ms)]));
}

const mostNamed = 10;

// Those that hold the others up, the longest first.
function longestOf(
  ids: ReadonlyMap<string, ReadonlyMap<string, number>>,
): NonNullable<SessionSpent['longest']> {
  return [...ids]
    .map(([id, phases]) => {
      const wallMs = Math.round([...phases.values()].reduce((sum, ms) => sum + ms, 0));
      return { id, wallMs, phasesMs: inWholeMs(phases) };
    })
    .toSorted((a, b) => b.wallMs - a.wallMs)
    .slice(0, mostNamed);
}

/** The ids that took longest in words, each with what it was busy with for longest; nothing of a run of fewer than ten seconds. */
export function longestText({ wallMs, longest = [] }: SessionSpent): string {
  if (wallMs < 10_000) return '';
  const named = longest.slice(0, 3).map(({ id, wallMs: own, phasesMs }) => {
    const [phase] = Object.entries(phasesMs).toSorted(([, a], [, b]) => b - a)[0] ?? ['check'];
    return `${id} ${formatSeconds(own)} (${phase})`;
  });
  return named.length === 0 ? '' : `longest: ${named.join(', ')}\n`;
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
  // By process.
  const onDevice = new Map<number, string>();
  return {
    phase: (id, phase, share, process = 0) => {
      // Awkward cases are those of all rungs of a family, whose share says nothing of one id.
      const own = process === coverProcess ? undefined : id;
      if (own !== undefined) onDevice.set(process, own);
      tally.enter(phase, own, process);
      progress.phase(id, phase, share);
    },
    leave: (process) => {
      onDevice.delete(process);
      tally.leave(process);
      progress.leave(process);
    },
    finished: (result) => {
      // Judges may speak while the next id is on the device.
      const [process] = [...onDevice].find(([, id]) => id === result.id) ?? [];
      if (process !== undefined) {
        onDevice.delete(process);
        tally.leave(process);
      }
      progress.finished(result);
    },
    end: progress.end,
  };
}
