// The rungs of the ladder that are pipelines: loops on the host that put copies and launches on the device, timed by the wall.
import { allocate, notApplicable } from '@kernel-ladder/harness';
import type {
  Arrays,
  Demand,
  Given,
  Peer,
  Prepared,
  SelfRunVariant,
  Skip,
  WgslLoader,
} from '@kernel-ladder/harness';
import { isBatch } from '../cases.ts';
import type { StreamCase } from '../cases.ts';
import { family } from '../family.ts';
import { inTurn, puttingAhead, serially } from './schedules.ts';
import type { Schedule } from './schedules.ts';
import { closeSlots, openSlots } from './slots.ts';
import type { Upload } from './slots.ts';
import { stagesOver } from './stages.ts';
import { openTape } from './tape.ts';
import type { Tape } from './tape.ts';
import { timelineOf } from './timeline.ts';
import { workloadOf } from './workload.ts';

/** A pipeline: how chunks get to the device, through how many slots, in which order, and which cases it takes. */
export interface Pipeline {
  readonly name: string;
  readonly summary: string;
  readonly boundBy: string;
  readonly upload: Upload;
  /** Slots of its own; null where the case says how many. */
  readonly slots: number | null;
  readonly schedule: Schedule;
  readonly of: 'chains' | 'products';
}

/** The ladder of pipelines, naive first. */
export const pipelines: readonly Pipeline[] = [
  {
    name: 'serial',
    summary: 'put, upload, launch, download, take: each waits for the one before',
    boundBy: 'the sum of all stages, and the host’s wait after each',
    upload: 'mapped',
    slots: 1,
    schedule: serially,
    of: 'chains',
  },
  {
    name: 'async',
    summary: 'the host fills a mapped buffer while the device has the chunk before',
    boundBy: 'the slower of host and device, and the wait for each chunk’s download',
    upload: 'mapped',
    slots: 2,
    schedule: puttingAhead,
    of: 'chains',
  },
  {
    name: 'slots',
    summary: 'as many chunks under way as the case has slots, each through mapped buffers of its own',
    boundBy: 'with slots enough the slower of host and device',
    upload: 'mapped',
    slots: null,
    schedule: inTurn,
    of: 'chains',
  },
  {
    name: 'write-buffer',
    summary: 'three slots, filled by queue.writeBuffer',
    boundBy: 'the slower of host and device; the queue’s own staging',
    upload: 'write-buffer',
    slots: 3,
    schedule: inTurn,
    of: 'chains',
  },
  {
    name: 'pipelined',
    summary: 'three slots through mapped buffers: one fills, one is on the device, one is taken back',
    boundBy: 'the slower of host and device',
    upload: 'mapped',
    slots: 3,
    schedule: inTurn,
    of: 'chains',
  },
  {
    name: 'gemm',
    summary: 'products, each with its operands and its result under way in a slot',
    boundBy: 'the host’s copies: a product of 1024 takes less than its transfers',
    upload: 'mapped',
    slots: null,
    schedule: inTurn,
    of: 'products',
  },
];

/** A pipeline as a rung. */
export function pipelineRow(pipeline: Pipeline, load: WgslLoader): SelfRunVariant<StreamCase> {
  const { name, summary, boundBy } = pipeline;
  return {
    name,
    summary,
    boundBy,
    kind: 'cpu',
    peer: onOneQueue(
      { upload: pipeline.upload },
      'wall time from the first byte that the host copies until the last result is back, by performance.now',
    ),
    clock: 'host',
    plan: (params) => demandOf(pipeline, params),
    prepare: (params, given) => prepare(pipeline, { params, given, load }),
  };
}

/** Who runs a pipeline: one thread of the host and one queue, which is all that WebGPU has. */
export function onOneQueue(settings: Peer['settings'], timedBy: string): Peer {
  return {
    name: 'pipeline on one queue',
    version: navigator.userAgent,
    settings: { queues: 1, ...settings },
    timedBy,
  };
}

function demandOf({ of, slots }: Pipeline, params: StreamCase): Demand | Skip {
  if (isBatch(params) !== (of === 'products')) return notApplicable('is a pipeline of other chunks');
  if ((slots === null) !== params.slots > 0)
    return notApplicable(slots === null ? 'asks for a number of slots' : `has ${slots} slots of its own`);
  // Across the bus and through the kernel: everything twice.
  return { implBytes: 2 * family.work(params).minBytes, longestSum: isBatch(params) ? params.m : 1 };
}

interface Asked {
  readonly params: StreamCase;
  readonly given: Given;
  readonly load: WgslLoader;
}

async function prepare(pipeline: Pipeline, { params, given, load }: Asked): Promise<Prepared> {
  const { gpu } = given;
  const workload = workloadOf(params);
  const count = Math.min(pipeline.slots ?? params.slots, workload.chunks);
  const slots = await openSlots(gpu, { workload, count, upload: pipeline.upload, load });
  const outputs = outputsOf(params);
  let inputs = given.inputs;
  const run = async (tape: Tape | null) => {
    await pipeline.schedule(stagesOver({ gpu, workload, slots, inputs: () => inputs, outputs, tape }));
    return undefined;
  };
  return {
    run: () => run(null),
    spoil: (others) => {
      for (const [name, array] of Object.entries(outputs)) array.set(others[name] ?? []);
    },
    replace: (others) => {
      inputs = others;
    },
    outputs: () => outputs,
    timeline: async () => {
      const tape = await openTape(gpu, workload.chunks);
      const from = performance.now();
      await run(tape);
      const to = performance.now();
      const recording = await tape.read();
      tape.free();
      return timelineOf(recording, { from, to });
    },
    free: () => closeSlots(gpu, slots),
  };
}

function outputsOf(params: StreamCase): Arrays {
  const shapes = Object.entries(family.outputs(params));
  return Object.fromEntries(shapes.map(([name, { type, length }]) => [name, allocate(type, length)]));
}
