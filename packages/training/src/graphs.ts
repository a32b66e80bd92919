// The graphs of a training step: gradients of a batch, their sum over batches, their length, and the update. Every engine runs these.
import { add, gradients, graphOf, input, mul, reshape, slice } from '@kernel-ladder/fusion';
import type { Expression, Graph } from '@kernel-ladder/fusion';
import type { ModelConfig } from './model/config.ts';
import { packingOf } from './model/pack.ts';
import type { Packing } from './model/pack.ts';
import { forward, lossOf } from './model/transformer.ts';
import { clipFactor, normOf, optimisers } from './optimisers.ts';
import type { OptimiserSpec } from './optimisers.ts';

/** What is trained and how, as far as kernels depend on it. */
export interface StepSpec {
  readonly model: ModelConfig;
  /** Sequences in one pass through the model, each as long as the context. */
  readonly batch: number;
  /** Passes whose gradients are added up for one update. */
  readonly accumulate: number;
  /** What products multiply: `f16` is mixed precision, with f32 parameters and a scaled loss. */
  readonly products: 'f32' | 'f16';
  /** Keep only what goes from block to block, and compute the rest once more on the way back. */
  readonly recompute: boolean;
  readonly optimiser: OptimiserSpec;
  /** The longest that a gradient may be; null lets it be. */
  readonly clip: number | null;
}

/** A graph, and what its outputs are called. */
export interface NamedGraph {
  readonly graph: Graph;
  readonly outputs: readonly string[];
}

/** The graphs of a step. */
export interface StepGraphs {
  readonly packing: Packing;
  /** From every parameter, `tokens`, `targets` and `lossScale` to `loss` and `slope NAME` for each parameter. */
  readonly gradients: NamedGraph;
  /** From `sum` and `gradients` to `nextSum`. */
  readonly accumulate: NamedGraph;
  /** From `gradients` to `norm`. */
  readonly norm: NamedGraph;
  /** From `parameters`, `moment0` …, `gradients`, `decays`, `norm` and `scalars` to `nextParameters`, `nextMoment0` … */
  readonly update: NamedGraph;
}

/** What the host says to an update, in the order of `scalars`. */
export interface Scalars {
  readonly rate: number;
  /** What gradients are multiplied by first: 1 over the loss scale and the number of batches. */
  readonly factor: number;
  /** 1 − β₁ᵗ. */
  readonly correction1: number;
  /** 1 − β₂ᵗ. */
  readonly correction2: number;
}

/** Scalars as an update takes them. */
export function scalarVector({ rate, factor, correction1, correction2 }: Scalars): Float32Array<ArrayBuffer> {
  return Float32Array.of(rate, factor, correction1, correction2);
}

/** What the slope of a parameter is called. */
export function slopeName(name: string): string {
  return `slope ${name}`;
}

/** The graphs of a step. Throws a RangeError where the sizes do not fit. */
export function stepGraphs(spec: StepSpec): StepGraphs {
  const packing = packingOf(spec.model);
  const vector = (name: string) => input(name, 'f32', [packing.length]);
  return {
    packing,
    gradients: gradientGraph(spec, packing),
    accumulate: { graph: graphOf([add(vector('sum'), vector('gradients'))]), outputs: ['nextSum'] },
    norm: { graph: graphOf([normOf(vector('gradients'))]), outputs: ['norm'] },
    update: updateGraph(spec, vector),
  };
}

function gradientGraph({ model, batch, products, recompute }: StepSpec, { places }: Packing): NamedGraph {
  const weights = new Map(places.map(({ name, shape }) => [name, input(name, 'f32', shape)]));
  const of = (name: string) => weights.get(name) ?? input(name, 'f32', []);
  const bytes = (name: string) => input(name, 'i32', [batch, model.context]);
  const { logits, between } = forward({ config: model, weights: of, products }, bytes('tokens'));
  const loss = lossOf(logits, bytes('targets'));
  const scaled = products === 'f16' ? mul(loss, input('lossScale', 'f32', [])) : loss;
  const slopes = gradients(scaled, [...weights.values()], recompute ? between : undefined);
  // Of one number and not of none: what lies in a buffer has an axis.
  return {
    graph: graphOf([reshape(loss, [1]), ...slopes]),
    outputs: ['loss', ...places.map(({ name }) => slopeName(name))],
  };
}

function updateGraph(spec: StepSpec, vector: (name: string) => Expression): NamedGraph {
  const optimiser = optimisers[spec.optimiser.name];
  const scalars = input('scalars', 'f32', [4]);
  const scalar = (at: number) => slice(scalars, [at], [at + 1]);
  const factor = scalar(1);
  const norm = mul(input('norm', 'f32', [1]), factor);
  const scale = spec.clip === null ? factor : mul(factor, clipFactor(norm, spec.clip));
  const names = Array.from({ length: optimiser.moments }, (_, index) => index);
  const { parameters, moments } = optimiser.update(spec.optimiser, {
    parameters: vector('parameters'),
    gradients: mul(vector('gradients'), scale),
    moments: names.map((index) => vector(`moment${index}`)),
    decays: vector('decays'),
    rate: scalar(0),
    corrections: [scalar(2), scalar(3)],
  });
  return {
    graph: graphOf([parameters, ...moments]),
    outputs: ['nextParameters', ...names.map((index) => `nextMoment${index}`)],
  };
}
