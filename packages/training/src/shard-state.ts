// The vectors that ranks keep between two steps, whole or in shards, and what they begin with.
import { createRandom, fill } from '@kernel-ladder/harness';
import type { Gpu } from '@kernel-ladder/harness';
import type { Updated, Vectors } from './adam.ts';
import type { Purpose, RankMemory } from './ledger.ts';
import { layersOf, shardedIn, shardOf } from './shards.ts';
import type { Layer, ShardingStage } from './shards.ts';

type ModelState = Exclude<Purpose, 'activations'>;

const floatBytes = 4;
// Moments are pairs.
const elementBytes: { readonly [Name in ModelState]: number } = {
  parameters: floatBytes,
  gradients: floatBytes,
  optimiser: 2 * floatBytes,
};

/** Takes a layer's vectors of the ranks' memory, zeros all of them. */
export function allocateLayer(
  memory: RankMemory,
  { stage, ranks }: { readonly stage: ShardingStage; readonly ranks: number },
  layer: Layer,
): Updated {
  const isSharded = shardedIn(stage);
  const shards = Array.from({ length: ranks }, (_, rank) => shardOf(layer, ranks, rank));
  const wholes = shards.map(() => ({ offset: 0, count: layer.elements }));
  const vectors = (purpose: ModelState): Vectors => {
    const ranges = isSharded[purpose] ? shards : wholes;
    const bytesOfRank = ranges.map(({ count }) => count * elementBytes[purpose]);
    return {
      buffer: memory.allocate(purpose, bytesOfRank),
      stride: isSharded[purpose] ? 0 : layer.elements,
    };
  };
  return {
    parameters: vectors('parameters'),
    gradients: vectors('gradients'),
    moments: vectors('optimiser'),
    ranges: isSharded.optimiser ? shards : wholes,
  };
}

/** Takes whole vectors of a layer, one for each rank, for as long as they are in use. */
export function allocateWhole(
  memory: RankMemory,
  purpose: 'parameters' | 'gradients',
  { elements, ranks }: { readonly elements: number; readonly ranks: number },
): GPUBuffer {
  return memory.allocate(purpose, Array<number>(ranks).fill(elements * elementBytes[purpose]));
}

/** Writes a layer's parameters to every rank, or its shard of them. */
export function writeParameters(
  gpu: Gpu,
  { buffer, stride }: Vectors,
  { values, ranks }: { readonly values: Float32Array<ArrayBuffer>; readonly ranks: number },
): void {
  // Shards lie one behind the other as one whole vector.
  const copies = stride === 0 ? 1 : ranks;
  for (let copy = 0; copy < copies; copy++)
    gpu.device.queue.writeBuffer(buffer, copy * stride * floatBytes, values);
}

/** Parameters of each layer to begin with, uniform within ±1/√inputs. */
export function initialLayers(widths: readonly number[], seed: number): readonly Float32Array<ArrayBuffer>[] {
  const random = createRandom(seed + 1);
  return layersOf(widths).map(({ inputs, parameters }) => {
    const bound = 1 / Math.sqrt(inputs);
    return fill(new Float32Array(parameters), () => random.uniform(-bound, bound));
  });
}
