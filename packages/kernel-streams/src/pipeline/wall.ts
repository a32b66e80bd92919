// The chains alone by the wall, on data that stays on the device: what the device's timestamps are held against.
import {
  createBuffer,
  destroyBuffer,
  notApplicable,
  raceLoss,
  readInto,
  writeBuffer,
} from '@kernel-ladder/harness';
import type { Gpu, Prepared, SelfRunVariant, WgslLoader } from '@kernel-ladder/harness';
import { compileStage } from '@kernel-ladder/kernel-kit';
import { isBatch } from '../cases.ts';
import type { ChainCase, StreamCase } from '../cases.ts';
import { chainStage } from '../plans.ts';
import { onOneQueue } from './rows.ts';
import { bytesIn } from './workload.ts';

/** `wall`: one submission of the launch that `event` times, and the wait for it. */
export function wallRow(load: WgslLoader): SelfRunVariant<StreamCase> {
  return {
    name: 'wall',
    summary: 'the launch of `event` by the wall: one submission, and the wait for it',
    boundBy: 'the launch; short ones: the submission and the wait',
    kind: 'cpu',
    peer: onOneQueue({}, 'wall time of one submission until the device has done it, by performance.now'),
    clock: 'host',
    plan: (params) =>
      isBatch(params) || params.slots > 0
        ? notApplicable('is the kernel of the chains alone')
        : { implBytes: 2 * params.bytes, longestSum: 1 },
    prepare: async (params, { gpu, inputs }) => {
      if (isBatch(params)) throw new Error('a batch has no chains');
      const { x, y } = await buffersOf(gpu, params);
      const stage = chainStage(params.bytes / 4, params.rounds);
      const launch = await compileStage(gpu, load, { ...stage, buffers: [x, y] });
      return prepared({ gpu, params, x, y, launch }, inputs);
    },
  };
}

async function buffersOf(gpu: Gpu, { bytes }: ChainCase) {
  const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const x = await createBuffer(gpu, { label: 'x', bytes, usage: STORAGE | COPY_DST });
  const y = await createBuffer(gpu, { label: 'y', bytes, usage: STORAGE | COPY_DST | COPY_SRC });
  return { x, y };
}

interface Resident extends Awaited<ReturnType<typeof buffersOf>> {
  readonly gpu: Gpu;
  readonly params: ChainCase;
  readonly launch: Awaited<ReturnType<typeof compileStage>>;
}

function prepared(
  { gpu, params, x, y, launch }: Resident,
  inputs: Parameters<Prepared['replace']>[0],
): Prepared {
  const replace: Prepared['replace'] = (others) =>
    writeBuffer(gpu, x, 0, bytesIn(others, { array: 'x', offset: 0, bytes: params.bytes }));
  void replace(inputs);
  return {
    run: async () => {
      const encoder = gpu.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      launch(pass);
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
      await raceLoss(gpu, gpu.device.queue.onSubmittedWorkDone());
      return undefined;
    },
    spoil: ({ y: poison }) => poison && writeBuffer(gpu, y, 0, poison),
    replace,
    outputs: async () => {
      const memory = new ArrayBuffer(params.bytes);
      await readInto(gpu, y, memory);
      return { y: new Float32Array(memory) };
    },
    free: () => {
      destroyBuffer(gpu, x);
      destroyBuffer(gpu, y);
    },
  };
}
