// Data-parallel training: every rank has the whole model and a share of each batch; gradients are averaged by an allreduce.
import { bindProgram, compile, instantiate, optimise } from '@kernel-ladder/fusion';
import type { Executable, Program } from '@kernel-ladder/fusion';
import { readBuffer, submitPasses, wgsl } from '@kernel-ladder/harness';
import type { Gpu, WgslLoader } from '@kernel-ladder/harness';
import { prepareAllreduce, strideOf } from '@kernel-ladder/kernel-allreduce';
import type { PreparedAllreduce, StepAlgorithm } from '@kernel-ladder/kernel-allreduce';
import { compileStage, uploaded, zeroed } from '@kernel-ladder/kernel-kit';
import type { Encode } from '@kernel-ladder/kernel-kit';
import { allreduceKernels } from './allreduce.ts';
import { gradientGraph } from './task-graph.ts';
import { batchOf, initialParameters, layers, makeSamples, parameterCount, sampleWidth } from './task.ts';

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

/**
 * Trains the perceptron of task.ts by stochastic gradient descent. A step is one submission: the program of the gradient, which reverse
 * mode makes of the loss, once for each rank; the allreduce; the update of all copies.
 */
export async function trainDataParallel(gpu: Gpu, request: TrainingRequest): Promise<Training> {
  const owned: (() => void)[] = [];
  try {
    const memory = allocate(gpu, request);
    owned.push(() => Object.values(memory).forEach((buffer) => buffer.destroy()));
    const backward = await compileGradient(gpu, request);
    owned.push(backward.executable.free);
    const allreduce = await averaging(gpu, request, memory);
    owned.push(allreduce.free);
    const gradients = await bindRanks(gpu, request, { memory, backward });
    const update = await compileUpdate(gpu, request, { memory, allreduce });
    await runSteps(gpu, request, { memory, stages: [...gradients, allreduce.encode, update] });
    return await readTraining(gpu, request, { memory, allreduce });
  } finally {
    for (const free of owned.toReversed()) free();
  }
}

type Memory = {
  readonly [Name in 'batch' | 'parameters' | 'cursor' | 'gradients' | 'losses']: GPUBuffer;
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
    batch: zeroed(gpu, ranks * shareStride(samplesPerRank) * 4),
    parameters: uploaded(gpu, replicas),
    cursor: zeroed(gpu, 4),
    gradients: zeroed(gpu, ranks * stride * 4),
    losses: zeroed(gpu, steps * ranks * 4),
  };
}

// From one rank's share of the batch to the next one's: like all slices, they are bound alone.
function shareStride(samples: number): number {
  return strideOf({ n: samples * sampleWidth, dtype: 'f32' });
}

interface Backward {
  readonly program: Program;
  readonly executable: Executable;
}

async function compileGradient(gpu: Gpu, { samplesPerRank }: TrainingRequest): Promise<Backward> {
  const graph = optimise(gradientGraph(samplesPerRank));
  const program = compile(graph, gpu.facts, { outputs: ['gradients'] });
  return { program, executable: await instantiate(gpu, program) };
}

// One program over each rank's slices in turn: what lies between its kernels is free again when the next rank comes.
async function bindRanks(
  gpu: Gpu,
  { ranks, samplesPerRank }: TrainingRequest,
  { memory, backward }: { readonly memory: Memory; readonly backward: Backward },
): Promise<Encode[]> {
  const { program, executable } = backward;
  const share = shareStride(samplesPerRank);
  const bound = Array.from({ length: ranks }, (_, rank) =>
    bindProgram(
      gpu,
      program,
      new Map<string, GPUBuffer | GPUBufferBinding>([
        ...executable.buffers,
        ['batch', sliceOf(memory.batch, rank, share)],
        ['parameters', sliceOf(memory.parameters, rank, stride)],
        ['gradients', sliceOf(memory.gradients, rank, stride)],
      ]),
    ),
  );
  return (await Promise.all(bound)).flat();
}

function sliceOf(buffer: GPUBuffer, rank: number, elements: number): GPUBufferBinding {
  return { buffer, offset: 4 * rank * elements, size: 4 * elements };
}

function averaging(
  gpu: Gpu,
  { ranks, algorithm, nodes, load }: TrainingRequest,
  { gradients }: Memory,
): Promise<PreparedAllreduce> {
  return prepareAllreduce(gpu, {
    input: gradients,
    n: vectorLength,
    ranks,
    op: 'mean',
    dtype: 'f32',
    algorithm,
    load: allreduceKernels(load),
    ...(nodes === undefined ? {} : { nodes }),
  });
}

function compileUpdate(
  gpu: Gpu,
  { ranks, learningRate, load }: TrainingRequest,
  { memory: { parameters, cursor, losses }, allreduce }: Parts,
): Promise<Encode> {
  const sizes = { RANKS: ranks, STRIDE: stride, PARAMETERS: vectorLength - 1, RATE: learningRate };
  return compileStage(gpu, load, {
    wgsl: wgsl('update.wgsl', sizes),
    buffers: [allreduce.output, parameters, cursor, losses],
    workgroups: [Math.ceil(vectorLength / threads), ranks, 1],
  });
}

async function runSteps(
  gpu: Gpu,
  { ranks, samplesPerRank, steps, seed }: TrainingRequest,
  { memory, stages }: { readonly memory: Memory; readonly stages: readonly Encode[] },
): Promise<void> {
  const { queue } = gpu.device;
  const samples = makeSamples(seed);
  const share = samplesPerRank * sampleWidth;
  for (let step = 0; step < steps; step++) {
    const batch = batchOf(samples, step, ranks * samplesPerRank);
    for (let rank = 0; rank < ranks; rank++)
      queue.writeBuffer(memory.batch, 4 * rank * shareStride(samplesPerRank), batch, rank * share, share);
    queue.writeBuffer(memory.cursor, 0, Uint32Array.of(step));
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
