// What each sharding stage cuts over the ranks, and the bytes and the traffic that it must come to.
import { quad, shardRange } from '@kernel-ladder/kernel-allreduce';
import type { Range } from '@kernel-ladder/kernel-allreduce';
import type { Holding } from './ledger.ts';

/**
 * Stages of ZeRO (Rajbhandari et al., 2020, section 5), each with the ones before it: 0 shards nothing, 1 the state of
 * the optimiser, 2 the gradients, 3 the parameters.
 */
export type ShardingStage = 0 | 1 | 2 | 3;

/** Which of a rank's vectors are shards. */
export interface Sharded {
  readonly optimiser: boolean;
  readonly gradients: boolean;
  readonly parameters: boolean;
}

/** What a stage shards. */
export function shardedIn(stage: ShardingStage): Sharded {
  return { optimiser: stage >= 1, gradients: stage >= 2, parameters: stage >= 3 };
}

/** A fully connected layer. Its parameters are one vector: weights input by input, then biases, then up to three zeros. */
export interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  /** Weights and biases. */
  readonly parameters: number;
  /** The vector's length: a multiple of four. */
  readonly elements: number;
}

/** The layers between so many neurons each, from inputs to outputs. */
export function layersOf(widths: readonly number[]): readonly Layer[] {
  return widths.slice(1).map((outputs, index) => {
    const inputs = widths[index] ?? 0;
    const parameters = (inputs + 1) * outputs;
    return { inputs, outputs, parameters, elements: Math.ceil(parameters / quad) * quad };
  });
}

/** The part of a layer's vector that a rank owns: in whole quads, as the exchanges cut it. */
export function shardOf({ elements }: Layer, ranks: number, rank: number): Range {
  return shardRange(elements, ranks, rank);
}

/** A training to predict. */
export interface Predicted {
  readonly stage: ShardingStage;
  readonly widths: readonly number[];
  readonly ranks: number;
  readonly samplesPerRank: number;
}

const floatBytes = 4;
// Adam's two moments.
const momentsBytes = 8;

/**
 * Bytes that a rank holds when it holds most, in closed form: with Ψ elements of all layers, Ψr of them the rank's own
 * and Ψmax those of the largest layer, 16Ψ, 8Ψ + 8Ψr, 4Ψ + 12Ψr + 4Ψmax and 16Ψr + 4Ψmax in stages 0 to 3, and the
 * activations, which no stage shards.
 */
export function predictedPeak({ stage, widths, ranks, samplesPerRank }: Predicted, rank: number): Holding {
  const quads = layersOf(widths).map(({ elements }) => elements / quad);
  const all = quad * quads.reduce((sum, count) => sum + count, 0);
  // Where quads do not divide, the first ranks have one more.
  const own =
    quad * quads.reduce((sum, count) => sum + Math.floor(count / ranks) + (rank < count % ranks ? 1 : 0), 0);
  const largest = quad * Math.max(...quads);
  const neurons = widths.reduce((sum, width) => sum + width, 0);
  return {
    parameters: floatBytes * (stage < 3 ? all : own + largest),
    gradients: floatBytes * ([all, all, own + largest, own] as const)[stage],
    optimiser: momentsBytes * (stage < 1 ? all : own),
    activations: floatBytes * samplesPerRank * (2 * neurons - (widths[0] ?? 0)),
  };
}

/**
 * Bytes that one training step sends, all ranks together, in closed form. An allreduce sends 2(ranks − 1) vectors, a
 * reduce-scatter or an all-gather half of that. Stage 3 gathers parameters for the forward pass and again for the
 * backward pass, where the first layer needs none.
 */
export function predictedTraffic({ stage, widths, ranks }: Predicted): number {
  const layers = layersOf(widths);
  const all = layers.reduce((sum, { elements }) => sum + elements, 0);
  const first = layers[0]?.elements ?? 0;
  const vectors = ([2 * all, 3 * all, 2 * all, 3 * all - first] as const)[stage];
  return floatBytes * (ranks - 1) * vectors;
}
