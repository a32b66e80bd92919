// Threads that generate inputs and judge outputs: each holds a part of the references of the cases that are open.
import { availableParallelism } from 'node:os';
import { sameThread, joined } from '../contract/judges.ts';
import type { Judge, Judges, Trial } from '../contract/judges.ts';
import type { CaseParams, Problem } from '../contract/family.ts';
import type { InputRequest } from '../contract/inputs.ts';
import type { Accuracy } from '../contract/oracle.ts';
import type { Movers } from '../contract/movers.ts';
import type { Arrays } from '../contract/scalars.ts';
import { mostMovers, openMovers } from './movers.ts';
import { shared } from './shared.ts';
import { createPool, judgesAmong } from './pool.ts';
import type { Pool } from './pool.ts';
import type { Thread } from './thread.ts';

/** Judges in threads, which end with `close`. */
export interface Threads extends Judges {
  /** Starts the threads if one of some cases is worth them, so that they are there when its turn comes. */
  readonly start: <Case extends CaseParams>(family: Problem<Case>, cases: readonly Case[]) => void;
  readonly close: () => Promise<void>;
}

/** How many threads there may be, and what for. */
export interface ThreadsRequest {
  readonly width: number;
  /** Whether a case is worth a thread; where a reference takes more than about 50 ms when left out. */
  readonly isWorth?: (work: ReturnType<Problem['work']>) => boolean;
  /** Shared memory that may be left lying about; a GiB when left out: collecting it takes each thread some ten milliseconds. */
  readonly mostFreedBytes?: number;
}

/**
 * How many threads may judge in each of some processes: with those that make inputs they leave one processor to the threads that talk
 * to the device. A single one would only do what that thread waits for.
 */
export function mostThreads(processes = 1): number {
  const judges = judgesAmong(Math.min(31, Math.floor((availableParallelism() - 1) / processes)));
  return judges > 1 ? judges : 0;
}

// An oracle gets through some 10⁸ multiply-adds or bytes in a tenth of a second.
const isLong = ({ flops, minBytes }: ReturnType<Problem['work']>) => flops >= 2 ** 28 || minBytes >= 2 ** 25;

/**
 * Judges of the family that `module` exports. Threads start when a case is worth one; what is not is done in the thread that asks,
 * and so is everything where there is no module or no width.
 */
export function openThreads(
  module: string | undefined,
  { width, isWorth = isLong, mostFreedBytes = 2 ** 30 }: ThreadsRequest,
): Threads {
  if (module === undefined || width === 0) return { ...sameThread, start: () => {}, close: async () => {} };
  const pool = createPool(module, { width, mostFreedBytes });
  const movers = openMovers(mostMovers());
  const isFor = <Case extends CaseParams>(family: Problem<Case>, params: Case) =>
    isWorth(family.work(params));
  return {
    inputs: (family, request) =>
      isFor(family, request.params) ? inputsFrom(pool, request) : sameThread.inputs(family, request),
    judge: (trial) =>
      isFor(trial.family, trial.params) ? judgeIn({ pool, movers }, trial) : sameThread.judge(trial),
    // Three fills of a case are made, and the outputs of three ids are read back. A container may have less memory than the host.
    isBeside: (family, params) =>
      isFor(family, params) && 7 * family.work(params).minBytes < process.availableMemory(),
    settled: pool.idle,
    start: (family, cases) => {
      if (cases.some((params) => isFor(family, params))) pool.start();
    },
    close: async () => void (await Promise.all([pool.close(), movers.close()])),
  };
}

async function inputsFrom<Case extends CaseParams>(
  pool: Pool,
  { params, structure, seed, structureSeed }: InputRequest<Case>,
): Promise<Arrays> {
  const request = { params, structure, seed, ...(structureSeed === undefined ? {} : { structureSeed }) };
  return pool.generating().ask({ type: 'inputs', request });
}

interface Crew {
  readonly pool: Pool;
  readonly movers: Movers;
}

let cases = 0;

// Each part of a case stays with one thread, which keeps the reference.
function judgeIn<Case extends CaseParams>({ pool, movers }: Crew, trial: Trial<Case>): Judge {
  const { params, seed, family } = trial;
  const key = ++cases;
  const inputs = shared(trial.inputs);
  const bytes = Object.values(inputs).reduce((sum, { byteLength }) => sum + byteLength, 0);
  const of = family.divides?.(params) === true ? pool.width : 1;
  // Cases of one part take turns.
  const numbers = Array.from({ length: of }, (_, index) => (of === 1 ? key % pool.width : index));
  const opened = new Set<Thread>();
  const threadOf = (number: number, index: number) => {
    const thread = pool.judging(number);
    if (!opened.has(thread)) thread.tell({ type: 'open', key, params, seed, inputs, part: { index, of } });
    opened.add(thread);
    return thread;
  };
  return {
    prepare: () => numbers.forEach(threadOf),
    verify: async (outputs, accuracy) => {
      const question = { outputs: shared(outputs, pool.memory), accuracy: plain(accuracy) };
      const letGo = pool.hold(Object.values(question.outputs).map(({ buffer }) => buffer));
      const found = numbers.map((number, index) =>
        threadOf(number, index).ask({ type: 'verify', key, ...question }),
      );
      // Where one thread fails, others may still look.
      const all = await Promise.allSettled(found);
      letGo();
      return joined(all.map(valueOf));
    },
    name: () => threadOf(numbers[0] ?? 0, 0).ask({ type: 'name', key }),
    memory: pool.memory,
    movers,
    free: () => {
      opened.forEach((thread) => thread.tell({ type: 'close', key }));
      if (opened.size > 0) pool.freed(bytes);
      opened.clear();
    },
  };
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

// A plan says more of itself than can be sent.
function plain({ longestSum }: Accuracy): Accuracy {
  return { longestSum };
}
