// A perceptron of any depth on every rank, layer by layer: what a training that brings parameters just in time calls.
import { readBuffer, wgsl } from '@kernel-ladder/harness';
import type { Gpu, WgslLoader } from '@kernel-ladder/harness';
import { compilePipeline, dispatch, uploaded, zeroed } from '@kernel-ladder/kernel-kit';
import type { Encode } from '@kernel-ladder/kernel-kit';
import type { RankMemory } from './ledger.ts';
import { layersOf } from './shards.ts';
import type { Layer } from './shards.ts';
import { batchOf, layers as task, makeSamples, sampleWidth } from './task.ts';

/** The network and its share of the task of task.ts. */
export interface PerceptronRequest {
  /** Neurons from inputs to outputs; the ends are the task's. */
  readonly widths: readonly number[];
  readonly ranks: number;
  readonly samplesPerRank: number;
  readonly seed: number;
  /** Brings kernel files: this package's by their names, others by `@scope/package/path`. */
  readonly load: WgslLoader;
}

/** Its dispatches. Parameters and gradients are whole vectors of a layer, one a rank, one behind the other. */
export interface Perceptron {
  /** Writes the samples of a training step; they are taken round and round. */
  readonly loadBatch: (step: number) => void;
  readonly forward: (layer: number, parameters: GPUBuffer) => Encode;
  /** The errors of the outputs, and each sample's loss. */
  readonly outputErrors: () => Encode;
  /** From the errors above a layer to those below it; the first layer needs none. */
  readonly errorsBelow: (layer: number, parameters: GPUBuffer) => Encode;
  /** From the errors above a layer to the gradients of its parameters. */
  readonly gradients: (layer: number, gradients: GPUBuffer) => Encode;
  /** Mean loss over the whole batch. */
  readonly readLoss: () => Promise<number>;
  /** Destroys what is not in the ranks' memory. */
  readonly free: () => void;
}

const threads = 64;
const floatBytes = 4;

/**
 * Compiles the kernels; activations and errors are taken of the ranks' memory. Throws a RangeError for widths whose ends
 * are not the task's.
 */
export async function createPerceptron(
  gpu: Gpu,
  request: PerceptronRequest,
  memory: RankMemory,
): Promise<Perceptron> {
  if (request.widths[0] !== task.inputs || request.widths.at(-1) !== task.outputs)
    throw new RangeError(
      `widths ${request.widths.join(', ')}: begin with ${task.inputs} inputs and end with ${task.outputs} outputs`,
    );
  const kernels = await compileKernels(gpu, request);
  const buffers = allocate(gpu, request, memory);
  const { activations, shapes, targets, losses } = buffers;
  const rows = request.ranks * request.samplesPerRank;
  return {
    ...dispatchesOf(gpu, request, { kernels, buffers }),
    loadBatch: batchLoader(gpu, request, { inputs: known(activations[0]), targets }),
    readLoss: async () => {
      const bytes = rows * floatBytes;
      const each = new Float32Array(await readBuffer(gpu, losses, { offset: 0, bytes }));
      return each.reduce((sum, loss) => sum + loss, 0) / rows;
    },
    free: () => [...shapes, targets, losses].forEach((buffer) => buffer.destroy()),
  };
}

interface Parts {
  readonly kernels: Kernels;
  readonly buffers: ReturnType<typeof allocate>;
}

function dispatchesOf(
  gpu: Gpu,
  { widths, ranks, samplesPerRank }: PerceptronRequest,
  { kernels, buffers }: Parts,
): Pick<Perceptron, 'forward' | 'outputErrors' | 'errorsBelow' | 'gradients'> {
  const { activations, errors, shapes, targets, losses } = buffers;
  const samples = ranks * samplesPerRank;
  const width = (index: number) => widths[index] ?? 0;
  const run = (
    name: keyof Kernels,
    bound: readonly (GPUBuffer | undefined)[],
    { invocations, rows = 1 }: { readonly invocations: number; readonly rows?: number },
  ) =>
    dispatch(gpu, kernels[name], {
      buffers: bound.map(known),
      workgroups: [Math.ceil(invocations / threads), rows, 1],
    });
  return {
    forward: (layer, parameters) => {
      const bound = [shapes[layer], parameters, activations[layer], activations[layer + 1]];
      return run('forward', bound, { invocations: samples * width(layer + 1) });
    },
    outputErrors: () =>
      run('outputErrors', [activations.at(-1), targets, errors.at(-1), losses], { invocations: samples }),
    errorsBelow: (layer, parameters) => {
      const bound = [shapes[layer], parameters, activations[layer], errors[layer], errors[layer - 1]];
      return run('errorsBelow', bound, { invocations: samples * width(layer) });
    },
    gradients: (layer, whole) => {
      const bound = [shapes[layer], activations[layer], errors[layer], whole];
      return run('gradients', bound, { invocations: (width(layer) + 1) * width(layer + 1), rows: ranks });
    },
  };
}

type Kernels = Awaited<ReturnType<typeof compileKernels>>;

async function compileKernels(gpu: Gpu, { widths, ranks, samplesPerRank, load }: PerceptronRequest) {
  const split = { RANKS: ranks, BATCH: samplesPerRank };
  const whole = { SAMPLES: ranks * samplesPerRank, OUTPUTS: widths.at(-1) ?? 0 };
  return {
    forward: await compilePipeline(gpu, load, wgsl('layer-forward.wgsl', split)),
    outputErrors: await compilePipeline(gpu, load, wgsl('output-errors.wgsl', whole)),
    errorsBelow: await compilePipeline(gpu, load, wgsl('layer-errors.wgsl', split)),
    gradients: await compilePipeline(gpu, load, wgsl('layer-gradients.wgsl', { BATCH: samplesPerRank })),
  };
}

function allocate(gpu: Gpu, { widths, ranks, samplesPerRank }: PerceptronRequest, memory: RankMemory) {
  const neurons = (width: number) =>
    memory.allocate('activations', Array<number>(ranks).fill(samplesPerRank * width * floatBytes));
  const layers = layersOf(widths);
  return {
    activations: widths.map(neurons),
    errors: widths.slice(1).map(neurons),
    shapes: layers.map((layer, index) => uploaded(gpu, shapeWords(layer, index === layers.length - 1))),
    targets: zeroed(gpu, ranks * samplesPerRank * (widths.at(-1) ?? 0) * floatBytes),
    losses: zeroed(gpu, ranks * samplesPerRank * floatBytes),
  };
}

function shapeWords({ inputs, outputs, elements }: Layer, isLast: boolean): Uint32Array {
  return Uint32Array.of(inputs, outputs, elements, isLast ? 1 : 0);
}

function batchLoader(
  gpu: Gpu,
  { widths, ranks, samplesPerRank, seed }: PerceptronRequest,
  { inputs, targets }: { readonly inputs: GPUBuffer; readonly targets: GPUBuffer },
): Perceptron['loadBatch'] {
  const samples = makeSamples(seed);
  const [from, to] = [widths[0] ?? 0, widths.at(-1) ?? 0];
  const rows = ranks * samplesPerRank;
  return (step) => {
    const whole = batchOf(samples, step, rows);
    const batch = { inputs: new Float32Array(rows * from), targets: new Float32Array(rows * to) };
    for (let row = 0; row < rows; row++) {
      const at = row * sampleWidth;
      batch.inputs.set(whole.subarray(at, at + from), row * from);
      batch.targets.set(whole.subarray(at + from, at + from + to), row * to);
    }
    gpu.device.queue.writeBuffer(inputs, 0, batch.inputs);
    gpu.device.queue.writeBuffer(targets, 0, batch.targets);
  };
}

function known(buffer: GPUBuffer | undefined): GPUBuffer {
  if (!buffer) throw new RangeError('there is no such layer: count from 0 at the inputs');
  return buffer;
}
