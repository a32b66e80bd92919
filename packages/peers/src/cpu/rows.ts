// The rows of a ladder that run on the CPU: the same loop on one thread, and divided among as many as the host has.
import { availableParallelism, cpus } from 'node:os';
import { allocate, typeOfArray } from '@kernel-ladder/harness';
import type {
  Arrays,
  CaseParams,
  Demand,
  Movers,
  NumberArray,
  Prepared,
  SelfRunVariant,
  Skip,
} from '@kernel-ladder/harness';
import { startPool } from './pool.ts';
import type { Pool } from './pool.ts';
import { sharedLike } from './shared.ts';
import { work } from './task.ts';
import type { Task } from './task.ts';

/** A problem as tasks for threads. */
export interface CpuProblem<Case extends CaseParams> {
  /** What a case asks for, or why no row takes it. */
  readonly plan: (params: Case, threads: number) => Demand | Skip;
  readonly flops: (params: Case) => number;
  /** How many of them the loop does in a nanosecond on one thread of a processor of 2023, about. */
  readonly flopsPerNs: number;
  /** How long a run may take, in seconds, by that rate; a quarter of one where nothing is said. */
  readonly mostSeconds?: (params: Case) => number | undefined;
  /** The task on inputs that all its threads reach, each of which reads them as they are then. */
  readonly load: (params: Case, inputs: Arrays, how: Threads) => Loaded;
}

/** Overwrites arrays with others. */
export type Copy = Movers['copy'];

/** How many threads do a task. */
export interface Threads {
  readonly threads: number;
}

/** A task, and where its outputs are. */
export interface Loaded {
  readonly task: Task;
  readonly spoil: (outputs: Arrays, copy: Copy) => void | Promise<void>;
  readonly outputs: () => Arrays;
}

/** A task whose outputs are arrays that it writes. */
export function loadedWith(task: Task, results: Arrays): Loaded {
  return {
    task,
    spoil: (outputs, copy) => copy(results, outputs),
    outputs: () => results,
  };
}

// The check takes two runs, and the samples of a run this long a second more: a full run has dozens of such rows.
const usualSeconds = 0.25;

/** `cpu-1` and `cpu-n`, below the ladder's kernels. */
export function cpuRows<Case extends CaseParams>(
  problem: CpuProblem<Case>,
  threads = availableParallelism(),
): readonly SelfRunVariant<Case>[] {
  return [
    row(problem, {
      name: 'cpu-1',
      summary: 'a JavaScript loop on one thread of the host',
      threads: 1,
      room: (input) => allocate(typeOfArray(input), input.length),
      timedBy: 'wall time of one call, by performance.now',
      prepare: (task) => ({ run: () => work(task, { index: 0, of: 1 }), free: () => {} }),
    }),
    row(problem, {
      name: 'cpu-n',
      summary: 'the same loop, its range divided among all threads of the host',
      threads,
      room: (input) => sharedLike(input, input.length),
      timedBy: 'wall time from waking all threads until the last has done its part, by performance.now',
      prepare: async (task) => (await poolOf(threads)).load(task),
    }),
  ];
}

interface RowSpec {
  readonly name: string;
  readonly summary: string;
  readonly threads: number;
  /** Room for a copy of an input that all threads reach. */
  readonly room: (input: NumberArray) => NumberArray;
  readonly timedBy: string;
  readonly prepare: (task: Task) => Run | Promise<Run>;
}

interface Run {
  readonly run: () => void;
  readonly free: () => void;
}

function row<Case extends CaseParams>(problem: CpuProblem<Case>, spec: RowSpec): SelfRunVariant<Case> {
  const { name, summary, threads, room, timedBy } = spec;
  const settings = { threads, cpu: cpus()[0]?.model ?? 'unknown', v8: process.versions.v8 };
  return {
    name,
    summary,
    boundBy:
      threads === 1
        ? 'one thread of scalar instructions'
        : 'scalar instructions; short cases: waking the threads',
    kind: 'cpu',
    peer: { name: 'JavaScript loop', version: `node ${process.version}`, settings, timedBy },
    clock: 'host',
    plan: (params) => {
      const demand = problem.plan(params, threads);
      return 'skip' in demand ? demand : (refuseLong(problem, params, spec) ?? demand);
    },
    prepare: async (params, { inputs, movers: { copy } = oneByOne }): Promise<Prepared> => {
      const own = Object.fromEntries(Object.entries(inputs).map(([input, array]) => [input, room(array)]));
      await copy(own, inputs);
      const { task, spoil, outputs } = problem.load(params, own, { threads });
      const { run, free } = await spec.prepare(task);
      return {
        run: () => void run() as undefined,
        spoil: (given) => spoil(given, copy),
        replace: (others) => copy(own, others),
        outputs,
        free,
      };
    },
  };
}

// Who is given nobody that copies.
const oneByOne: Pick<Movers, 'copy'> = {
  copy: async (to, from) => {
    for (const [name, array] of Object.entries(to)) array.set(from[name] ?? []);
  },
};

function refuseLong<Case extends CaseParams>(
  { flops, flopsPerNs, mostSeconds }: CpuProblem<Case>,
  params: Case,
  { threads }: Pick<RowSpec, 'threads'>,
): Skip | null {
  const seconds = flops(params) / threads / flopsPerNs / 1e9;
  const most = mostSeconds?.(params) ?? usualSeconds;
  if (seconds <= most) return null;
  const message = `a run takes ${threads} ${threads === 1 ? 'thread' : 'threads'} about ${seconds.toPrecision(2)} s, a row is timed where it takes at most ${most} s`;
  return { skip: { code: 'limit:threads', message } };
}

// One pool of a size a process, from its first task on.
const pools = new Map<number, Promise<Pool>>();

function poolOf(threads: number): Promise<Pool> {
  const pool = pools.get(threads) ?? startPool(threads);
  pools.set(threads, pool);
  return pool;
}
