// Data-parallel training whose ranks share out optimiser state, gradients and parameters instead of each holding all of them.
import { readBuffer, submitPasses } from '@kernel-ladder/harness';
import type { Gpu, WgslLoader } from '@kernel-ladder/harness';
import { prepareExchanges } from '@kernel-ladder/kernel-allreduce';
import type { ExchangeName, Exchanges, Operands, ShardAlgorithm } from '@kernel-ladder/kernel-allreduce';
import type { Encode } from '@kernel-ladder/kernel-kit';
import { allreduceKernels } from './allreduce.ts';
import { createAdam } from './adam.ts';
import type { Adam, Updated } from './adam.ts';
import { createRankMemory } from './ledger.ts';
import type { Holding, RankMemory } from './ledger.ts';
import { createPerceptron } from './perceptron.ts';
import type { Perceptron } from './perceptron.ts';
import { allocateLayer, allocateWhole, initialLayers, writeParameters } from './shard-state.ts';
import { layersOf, shardedIn } from './shards.ts';
import type { Layer, ShardingStage } from './shards.ts';

/** How to train. */
export interface ShardedTrainingRequest {
  readonly stage: ShardingStage;
  /** Neurons from inputs to outputs: the task of task.ts has 4 inputs and 2 outputs. */
  readonly widths: readonly number[];
  /** At least 2. */
  readonly ranks: number;
  /** Samples that each rank takes in one step. */
  readonly samplesPerRank: number;
  /** At least 1. */
  readonly steps: number;
  readonly learningRate: number;
  /** How vectors are reduced and gathered. */
  readonly algorithm: ShardAlgorithm;
  readonly seed: number;
  /** Brings kernel files: this package's by their names, others by `@scope/package/path`. */
  readonly load: WgslLoader;
}

/** What came out. */
export interface ShardedTraining {
  /** Mean loss over the whole batch before each step. */
  readonly losses: readonly number[];
  /** Every rank's parameters in the end, layer by layer; from shards they are gathered once more. */
  readonly parameters: readonly Float32Array[];
  /** What the ledger says that each rank held when it held most. */
  readonly peak: readonly Holding[];
  /** Bytes that one step's exchanges would send over a network, all ranks together. */
  readonly sentBytesPerStep: number;
}

/**
 * Trains a perceptron with Adam in a stage of ZeRO (Rajbhandari et al., 2020). All stages compute the same: they differ
 * in what ranks hold between uses. Throws a RangeError for fewer than 2 ranks, and for widths that are not the task's.
 */
export async function trainSharded(gpu: Gpu, request: ShardedTrainingRequest): Promise<ShardedTraining> {
  const memory = createRankMemory(gpu, request.ranks);
  const owned = [memory.free];
  try {
    const trainer = await prepare(gpu, request, { memory, owned });
    const losses: number[] = [];
    for (let step = 0; step < request.steps; step++) losses.push(await trainStep(trainer, step));
    const sentBytesPerStep = trainer.traffic.sentBytes / request.steps;
    const parameters = await readParameters(trainer);
    return { losses, parameters, peak: memory.ledger.peak(), sentBytesPerStep };
  } finally {
    for (const free of owned) free();
  }
}

/** A layer between two steps. */
interface LayerState extends Updated {
  readonly layer: Layer;
  readonly index: number;
  readonly exchanges: Exchanges;
}

interface Trainer {
  readonly gpu: Gpu;
  readonly request: ShardedTrainingRequest;
  readonly memory: RankMemory;
  readonly layers: readonly LayerState[];
  readonly perceptron: Perceptron;
  readonly adam: Adam;
  /** Recorded and not yet submitted. */
  readonly queue: Encode[];
  readonly traffic: { sentBytes: number };
}

async function trainStep(trainer: Trainer, step: number): Promise<number> {
  const { perceptron, adam, layers, queue } = trainer;
  perceptron.loadBatch(step);
  adam.setStep(step + 1);
  for (const state of layers)
    await withParameters(trainer, state, (whole) => queue.push(perceptron.forward(state.index, whole)));
  queue.push(perceptron.outputErrors());
  for (const state of layers.toReversed()) await backward(trainer, state);
  for (const state of layers) update(trainer, state);
  await flush(trainer);
  return perceptron.readLoss();
}

// Parameters are gone before gradients come: a rank holds the whole of one or the other.
async function backward(trainer: Trainer, state: LayerState): Promise<void> {
  const { perceptron, queue } = trainer;
  const { index } = state;
  if (index > 0)
    await withParameters(trainer, state, (whole) => queue.push(perceptron.errorsBelow(index, whole)));
  if (!shardedIn(trainer.request.stage).gradients) {
    const whole = state.gradients.buffer;
    queue.push(perceptron.gradients(index, whole));
    exchange(trainer, state, ['allReduce', { whole, shards: whole }]);
    return;
  }
  const whole = allocateWhole(trainer.memory, 'gradients', sizeOf(trainer, state));
  queue.push(perceptron.gradients(index, whole));
  exchange(trainer, state, ['reduceScatter', { whole, shards: state.gradients.buffer }]);
  await flush(trainer);
  trainer.memory.release(whole);
}

function update(trainer: Trainer, state: LayerState): void {
  trainer.queue.push(trainer.adam.update(state.index));
  const { optimiser, parameters } = shardedIn(trainer.request.stage);
  const whole = state.parameters.buffer;
  // Every rank has updated its own part of its whole vector.
  if (optimiser && !parameters) exchange(trainer, state, ['allGather', { whole, shards: whole }]);
}

// Where ranks hold shards, whole vectors are gathered before use and released after it.
async function withParameters(
  trainer: Trainer,
  state: LayerState,
  use: (whole: GPUBuffer) => unknown,
): Promise<void> {
  if (!shardedIn(trainer.request.stage).parameters) {
    await use(state.parameters.buffer);
    return;
  }
  const whole = allocateWhole(trainer.memory, 'parameters', sizeOf(trainer, state));
  exchange(trainer, state, ['gatherShards', { whole, shards: state.parameters.buffer }]);
  await use(whole);
  await flush(trainer);
  trainer.memory.release(whole);
}

function exchange(
  { queue, traffic }: Trainer,
  { exchanges }: LayerState,
  [name, operands]: readonly [ExchangeName, Operands],
): void {
  queue.push(...exchanges[name].encode(operands));
  traffic.sentBytes += exchanges[name].sentBytes;
}

function sizeOf({ request }: Trainer, { layer }: LayerState) {
  return { elements: layer.elements, ranks: request.ranks };
}

// Waits, so that what is released next is no longer in use.
async function flush({ gpu, queue }: Trainer): Promise<void> {
  await submitPasses(gpu, queue.splice(0));
}

async function readParameters(trainer: Trainer): Promise<Float32Array[]> {
  const { gpu, request, layers } = trainer;
  const parts = Array.from({ length: request.ranks }, (): Float32Array[] => []);
  for (const state of layers) {
    const { elements, parameters } = state.layer;
    await withParameters(trainer, state, async (whole) => {
      await flush(trainer);
      const all = new Float32Array(await readBuffer(gpu, whole, { offset: 0, bytes: whole.size }));
      for (const [rank, part] of parts.entries())
        part.push(all.slice(rank * elements, rank * elements + parameters));
    });
  }
  return parts.map((part) => Float32Array.from(part.flatMap((layer) => [...layer])));
}

interface Resources {
  readonly memory: RankMemory;
  /** Grows by what has to be freed in the end. */
  readonly owned: (() => void)[];
}

async function prepare(
  gpu: Gpu,
  request: ShardedTrainingRequest,
  { memory, owned }: Resources,
): Promise<Trainer> {
  const layers = layersOf(request.widths);
  const lengths = layers.map(({ elements }) => elements);
  const { exchanges, free } = await prepareExchanges(
    gpu,
    { ...request, load: allreduceKernels(request.load) },
    lengths,
  );
  owned.push(free);
  const initial = initialLayers(request.widths, request.seed);
  const states = exchanges.map((each, index): LayerState => {
    const [layer, values] = [layers[index], initial[index]];
    if (!layer || !values) throw new Error(`there is no layer ${index}`);
    const vectors = allocateLayer(memory, request, layer);
    writeParameters(gpu, vectors.parameters, { values, ranks: request.ranks });
    return { layer, index, exchanges: each, ...vectors };
  });
  const perceptron = await createPerceptron(gpu, request, memory);
  owned.push(perceptron.free);
  const adam = await createAdam(gpu, request, states);
  owned.push(adam.free);
  const traffic = { sentBytes: 0 };
  return { gpu, request, memory, layers: states, perceptron, adam, queue: [], traffic };
}
