// The run of this visit: it goes on while other pages are looked at, and ends with the tab.
import type { Run } from '@kernel-ladder/schema';
import { finishedRun, goingFor, heard, nothingSeen } from '../model/here.ts';
import type { HereState } from '../model/here.ts';
import { siteCommit } from './commit.ts';
import type { Asked, RunWishes, Told } from './words.ts';

/** A worker, or the page's own thread. */
interface Bench {
  readonly ask: (asked: Asked) => void;
  readonly end: () => void;
}

let state: HereState = nothingSeen;
let bench: Bench | null = null;
let createBench = workerBench;
const listeners = new Set<() => void>();
let isTelling = false;

// What a run tells is drawn a few times a second: a reader sees no more, and the page stays free.
const drawnEachMs = 200;
// A comparison on the host may take seconds; whoever stops does not wait for it.
const longestStopMs = 2000;

/** What is known at the moment. */
export function hereState(): HereState {
  return state;
}

/** Hears of changes; gives the way to hear no more. */
export function onHere(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Looks at the adapter, once a visit. */
export function lookHere(): void {
  if (state.seen || state.lack || bench) return;
  if (!('gpu' in navigator)) return hear({ type: 'lack', lack: 'no-webgpu', message: '' });
  bench = createBench();
  bench.ask({ type: 'look' });
}

/** Begins a run; the results of the one before are gone. */
export function startHere(wishes: RunWishes): void {
  bench ??= createBench();
  state = { ...state, going: goingFor(wishes, siteCommit, performance.now()) };
  bench.ask({ type: 'run', wishes });
  tellNow();
}

/** Ends the run at the next sign of progress, or in a moment: what had finished stays. */
export function stopHere(): void {
  const { going } = state;
  if (!going || going.ending || going.isStopping) return;
  state = { ...state, going: { ...going, isStopping: true } };
  const stopped = bench;
  stopped?.ask({ type: 'stop' });
  setTimeout(() => {
    if (bench === stopped) hear({ type: 'ended', ending: { how: 'stopped', message: '' } });
  }, longestStopMs);
  tellNow();
}

function hear(told: Told): void {
  if (told.type === 'lack' && told.lack === 'no-webgpu' && 'gpu' in navigator) return void moveHere();
  const before = state.going?.ending;
  state = heard(state, told, performance.now());
  if (state.going?.ending && !before) conclude();
  if (told.type === 'event') tellSoon();
  else tellNow();
}

// The device goes with its thread, and its memory with it. The run is checked by another.
function conclude(): void {
  bench?.end();
  bench = null;
  const run = state.going ? finishedRun(state.going) : null;
  if (run) check(run);
}

function check(run: Run): void {
  const checker = workerBench();
  const unheard = onHere(() => {
    if (state.going?.fault === undefined) return;
    unheard();
    checker.end();
  });
  checker.ask({ type: 'check', run });
}

function workerBench(): Bench {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => hear(data));
  worker.addEventListener('error', ({ message }) => {
    const why = message || 'the script of the worker did not load';
    if (state.seen) hear({ type: 'ended', ending: { how: 'failed', message: why } });
    else hear({ type: 'lack', lack: 'not-opened', message: why });
  });
  return {
    ask: (asked) => {
      // A worker has no origin to aim at.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(asked);
    },
    end: () => worker.terminate(),
  };
}

// This browser keeps WebGPU from workers: its own thread waits for the device between turns, and for the oracles not at all.
async function moveHere(): Promise<void> {
  bench?.end();
  const { serveBench } = await import('./serve.ts');
  createBench = () => {
    const answer = serveBench(hear);
    return {
      ask: (asked) => asked.type !== 'check' && answer(asked),
      end: () => answer({ type: 'stop' }),
    };
  };
  bench = createBench();
  bench.ask({ type: 'look' });
}

function tellSoon(): void {
  if (isTelling) return;
  isTelling = true;
  setTimeout(() => {
    isTelling = false;
    tellNow();
  }, drawnEachMs);
}

function tellNow(): void {
  for (const listener of listeners) listener();
}
