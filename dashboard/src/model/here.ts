// A run in the browser as it grows: what is told becomes a state, and the state a run file. Pure.
import { beginRun } from '@kernel-ladder/schema';
import type { Commit, KernelText, ListedId, Phase, Result, Run, Ruler, Session } from '@kernel-ladder/schema';
import { closeSession, isSound, markUnstable, openEnded, softwareSession } from '@kernel-ladder/stats';
import type { Ending, Lack, RunWishes, Seen, Told } from '../here/words.ts';

/** What the page knows. */
export interface HereState {
  /** The adapter with what it can run, or why there is none; null until somebody has looked. */
  readonly seen: Seen | null;
  readonly lack: { readonly why: Lack; readonly message: string } | null;
  readonly going: Going | null;
}

/** A run that goes on, or has ended. */
export interface Going {
  readonly wishes: RunWishes;
  readonly commit: Commit;
  /** Without results; null while the machine is profiled. */
  readonly begun: Run | null;
  readonly ids: readonly ListedId[];
  readonly results: readonly Result[];
  readonly kernels: readonly KernelText[];
  readonly rulers: readonly Ruler[];
  /** The id at hand. */
  readonly current: { readonly id: string; readonly phase: Phase | null } | null;
  readonly isStopping: boolean;
  readonly ending: Ending | null;
  /** When its first id began, and when the last thing was told, in ms of the page's clock. */
  readonly beganMs: number;
  readonly toldMs: number;
  /** What the schema has against the finished run; undefined until it was asked. */
  readonly fault?: string | null;
}

/** Nobody has looked yet. */
export const nothingSeen: HereState = { seen: null, lack: null, going: null };

/** A run that is asked for. */
export function goingFor(wishes: RunWishes, commit: Commit, nowMs: number): Going {
  return {
    wishes,
    commit,
    begun: null,
    ids: [],
    results: [],
    kernels: [],
    rulers: [],
    current: null,
    isStopping: false,
    ending: null,
    beganMs: nowMs,
    toldMs: nowMs,
  };
}

/** The state after something was told at a moment of the page's clock. */
export function heard(state: HereState, told: Told, nowMs: number): HereState {
  if (told.type === 'seen') return { ...state, seen: told.seen, lack: null };
  if (told.type === 'lack') return { ...state, lack: { why: told.lack, message: told.message } };
  const { going } = state;
  // Who was ended says no more of a run that has, and who checks a run says nothing of the next one.
  if (!going || (going.ending !== null) !== (told.type === 'checked')) return state;
  return { ...state, going: { ...goneOn(going, told, nowMs), toldMs: nowMs } };
}

type OfRun = Exclude<Told, { readonly type: 'seen' | 'lack' }>;

function goneOn(going: Going, told: OfRun, nowMs: number): Going {
  switch (told.type) {
    case 'begun':
      return { ...going, begun: begunFrom(going, told), ids: told.ids, beganMs: nowMs };
    case 'ruler':
      return { ...going, rulers: [...going.rulers, told.ruler] };
    case 'event':
      return withEvent(going, told.event);
    case 'ended':
      return { ...going, current: null, ending: told.ending };
    case 'checked':
      return { ...going, fault: told.fault };
  }
}

function begunFrom({ wishes, commit }: Going, told: Extract<Told, { readonly type: 'begun' }>): Run {
  const { suite, globs, seed } = wishes;
  const argv = ['--suite', suite.name, ...globs.flatMap((glob) => ['--select', glob])];
  const { machine, listings, ids } = told;
  return beginRun({ commit, suite: suite.name, argv, seed, machine, listings, ids });
}

function withEvent(going: Going, event: Extract<Told, { readonly type: 'event' }>['event']): Going {
  if (event.type === 'start') return { ...going, current: { id: event.id, phase: null } };
  if (event.type === 'progress') return { ...going, current: { id: event.id, phase: event.phase } };
  if (event.type !== 'result') return going;
  const kernels = event.kernel ? [...going.kernels, event.kernel] : going.kernels;
  return { ...going, results: [...going.results, event.result], kernels, current: null };
}

/** The run file of what has ended, as `bench` would write it; null before the first result. */
export function finishedRun({ begun, results, rulers, ending }: Going): Run | null {
  if (!begun || !ending || results.length === 0) return null;
  const session = sessionOf(begun, rulers, ending);
  return {
    ...begun,
    run: { ...begun.run, interrupted: ending.how !== 'finished' },
    sessions: [session],
    results: results.map((result) => markUnstable(result, session)),
  };
}

// The closing ruler is the last; a run of one id alone may have no other behind it.
function sessionOf({ machine }: Run, rulers: readonly Ruler[], { how }: Ending): Session {
  if (machine.software) return softwareSession;
  const [end, before] = [rulers.at(-1), rulers.slice(0, -1)];
  if (how !== 'finished') return openEnded(rulers, ['interrupted']);
  if (end?.at !== 'end' || !rulers.every(isSound)) return openEnded(rulers, ['no-ruler']);
  return closeSession(before, end);
}

/** The texts of a run's kernels as lines of a file. */
export function kernelLines(kernels: readonly KernelText[]): string {
  const unique = new Map(kernels.map((kernel) => [kernel.hash, kernel]));
  return [...unique.values()].map((kernel) => `${JSON.stringify(kernel)}\n`).join('');
}

// Seconds of an id at each effort, roughly, on hardware and in software, where next to nothing is timed.
const secondsOf = { quick: 1.5, normal: 5, strict: 25 } as const;
const softwareSeconds = 0.4;

/** About how long so many ids take, in s. */
export function roughSeconds(
  count: number,
  { effort, timing }: RunWishes['suite'],
  software: boolean,
): number {
  return count * (software || timing === false ? softwareSeconds : secondsOf[effort]);
}

/** How long the rest is going to take if it goes on as until now, in s; null where nothing is known yet. */
export function secondsLeft({ ids, results, beganMs, toldMs }: Going): number | null {
  if (results.length === 0) return null;
  return ((toldMs - beganMs) / 1000 / results.length) * (ids.length - results.length);
}
