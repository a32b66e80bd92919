// Data-parallel training: every rank has the whole model and a share of each batch; gradients are averaged by an allreduce.
import { readBuffer, submitPasses, wgsl } from '@kernel-ladder/harness';
import type { Constants, Gpu, WgslLoader } from '@kernel-ladder/harness';
import { prepareAllreduce, strideOf } from '@kernel-ladder/kernel-allreduce';
import type { PreparedAllreduce, StepAlgorithm } from '@kernel-ladder/kernel-allreduce';
import { compileStage, uploaded, zeroed } from '@kernel-ladder/kernel-kit';
import type { Encode } from '@kernel-ladder/kernel-kit';
import { allreduceKernels } from './allreduce.ts';
import { initialParameters, layers, makeSamples, parameterCount, sampleCount } from './task.ts';

/** How to train. */
export interface TrainingRequest {
  readonly ranks: number;
  /** Samples that each rank takes in one step. */
  readonly samplesPerRank: number;
  readonly steps: number;
  readonly learningRate: number;
  /** How gradients are averaged. */
  readonly algorithm: StepAlgorithm;
  /** Nodes of the hierarchical algorithm. */
  readonly nodes?: number;
  readonly seed: number;
  /** Brings kernel files: this package's by their names, others by `@scope/package/path`. */
  readonly load: WgslLoader;
}

/** What came out. */
export interface Training {
  /** Mean loss over the whole batch before each step, as rank 0 has it. */
  readonly losses: readonly number[];
  /** Every rank's parameters in the end. */
  readonly parameters: readonly Float32Array[];
  /** Bytes that one step's synchronisation would send over a network. */
  readonly sentBytesPerStep: number;
}

// Gradients and, behind them, the loss: one allreduce averages both.
const vectorLength = parameterCount(layers) + 1;
const stride = strideOf({ n: vectorLength, dtype: 'f32' });
const threads = 64;

/** Trains the perceptron of task.ts by stochastic gradient descent; every step is four stages on the GPU. */
export async function trainDataParallel(gpu: Gpu, request: TrainingRequest): Promise<Training> {
  const memory = allocate(gpu, request);
  try {
    const { algorithm, ranks, load, nodes } = request;
    const allreduce = await prepareAllreduce(gpu, {
      input: memory.gradients,
      n: vectorLength,
      ranks,
      op: 'mean',
      dtype: 'f32',
      algorithm,
      load: allreduceKernels(load),
      ...(nodes === undefined ? {} : { nodes }),
    });
    try {
      await runSteps(gpu, request, {
        memory,
        stages: await compileStages(gpu, request, { memory, allreduce }),
      });
      return await readTraining(gpu, request, { memory, allreduce });
    } finally {
      allreduce.free();
    }
  } finally {
    for (const buffer of Object.values(memory)) buffer.destroy();
  }
}

type Memory = {
  readonly [Name in 'samples' | 'parameters' | 'cursor' | 'states' | 'gradients' | 'losses']: GPUBuffer;
};

interface Parts {
  readonly memory: Memory;
  readonly allreduce: PreparedAllreduce;
}

function allocate(gpu: Gpu, { ranks, samplesPerRank, steps, seed }: TrainingRequest): Memory {
  const replicas = new Float32Array(ranks * stride);
  const first = initialParameters(seed);
  for (let rank = 0; rank < ranks; rank++) replicas.set(first, rank * stride);
  return {
    samples: uploaded(gpu, makeSamples(seed)),
    parameters: uploaded(gpu, replicas),
    cursor: zeroed(gpu, 4),
    states: zeroed(gpu, ranks * samplesPerRank * (layers.hidden + layers.outputs) * 4),
    gradients: zeroed(gpu, ranks * stride * 4),
    losses: zeroed(gpu, steps * ranks * 4),
  };
}

async function compileStages(
  gpu: Gpu,
  request: TrainingRequest,
  { memory, allreduce }: Parts,
): Promise<Encode[]> {
  const { ranks, samplesPerRank, learningRate, load } = request;
  const { samples, parameters, cursor, states, gradients, losses } = memory;
  const model: Constants = {
    RANKS: ranks,
    BATCH: samplesPerRank,
    SAMPLES: sampleCount,
    INPUTS: layers.inputs,
    HIDDEN: layers.hidden,
    OUTPUTS: layers.outputs,
    STRIDE: stride,
  };
  const elements = Math.ceil(vectorLength / threads);
  const forward = await compileStage(gpu, load, {
    wgsl: wgsl('forward.wgsl', model),
    buffers: [samples, parameters, cursor, states],
    workgroups: [Math.ceil((ranks * samplesPerRank) / threads), 1, 1],
  });
  const backward = await compileStage(gpu, load, {
    wgsl: wgsl('gradients.wgsl', model),
    buffers: [samples, parameters, cursor, states, gradients],
    workgroups: [elements, ranks, 1],
  });
  const sizes = { RANKS: ranks, STRIDE: stride, PARAMETERS: vectorLength - 1, RATE: learningRate };
  const update = await compileStage(gpu, load, {
    wgsl: wgsl('update.wgsl', sizes),
    buffers: [allreduce.output, parameters, cursor, losses],
    workgroups: [elements, ranks, 1],
  });
  return [forward, backward, allreduce.encode, update];
}

async function runSteps(
  gpu: Gpu,
  { steps }: TrainingRequest,
  { memory, stages }: { readonly memory: Memory; readonly stages: readonly Encode[] },
): Promise<void> {
  for (let step = 0; step < steps; step++) {
    gpu.device.queue.writeBuffer(memory.cursor, 0, Uint32Array.of(step));
    await submitPasses(gpu, stages);
  }
}

async function readTraining(
  gpu: Gpu,
  request: TrainingRequest,
  { memory, allreduce }: Parts,
): Promise<Training> {
  const { ranks, steps } = request;
  const read = async (buffer: GPUBuffer, count: number) =>
    new Float32Array(await readBuffer(gpu, buffer, { offset: 0, bytes: count * 4 }));
  const losses = await read(memory.losses, steps * ranks);
  const replicas = await read(memory.parameters, ranks * stride);
  return {
    losses: Array.from({ length: steps }, (_, step) => losses[step * ranks] ?? Number.NaN),
    parameters: Array.from({ length: ranks }, (_, rank) =>
      replicas.slice(rank * stride, rank * stride + vectorLength - 1),
    ),
    sentBytesPerStep: allreduce.sentBytes,
  };
}
