// The reference: graphs as their operators define them, in f64; what is kept from step to step is rounded to f32.
import { evaluate, optimise } from '@kernel-ladder/fusion';
import type { Feeds, Precision } from '@kernel-ladder/fusion';
import { scalarVector, stepGraphs } from '../graphs.ts';
import type { NamedGraph, StepGraphs, StepSpec } from '../graphs.ts';
import { decayVector, unpacked } from '../model/pack.ts';
import type { Packing } from '../model/pack.ts';
import type { Batch, Engine, Told, Vectors } from './engine.ts';

/** An engine on the calling thread; `stored` rounds every value between to its type, as a GPU does, halves included. */
export function cpuEngine(spec: StepSpec, first: Vectors, precision: Precision = 'f64'): Engine {
  const { packing, ...graphs } = optimised(stepGraphs(spec));
  const decays = decayVector(packing);
  const run = (named: NamedGraph, feeds: Feeds) => outputsOf(named, feeds, precision);
  let { parameters, moments } = first;
  let sum = new Float32Array(packing.length);
  let norm: Float32Array<ArrayBuffer> = new Float32Array(1);
  let told: Told[] = [];
  return {
    mostUntold: Infinity,
    gradients: (batches, lossScale) => {
      sum = new Float32Array(packing.length);
      let loss = 0;
      for (const batch of batches) {
        const feeds = { ...unpacked(packing, parameters), ...feedsOf(batch), lossScale: [lossScale] };
        const outputs = run(graphs.gradients, feeds);
        loss += (outputs.get('loss')?.[0] ?? Number.NaN) / batches.length;
        const slopes = packed(packing, outputs);
        for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (slopes[at] ?? 0);
      }
      norm = run(graphs.norm, { gradients: sum }).get('norm') ?? norm;
      told.push({ loss, norm: norm[0] ?? Number.NaN });
    },
    update: (scalars) => {
      const named = Object.fromEntries(moments.map((moment, index) => [`moment${index}`, moment]));
      const given = { parameters, gradients: sum, decays, norm, scalars: scalarVector(scalars) };
      const outputs = run(graphs.update, { ...given, ...named });
      parameters = outputs.get('nextParameters') ?? parameters;
      moments = moments.map((moment, index) => outputs.get(`nextMoment${index}`) ?? moment);
    },
    told: async () => {
      const all = told;
      told = [];
      return all;
    },
    read: async () => ({ parameters: parameters.slice(), moments: moments.map((moment) => moment.slice()) }),
    free: () => {},
  };
}

// Fewer nodes for the same numbers, but for the rounding of f64.
function optimised({ packing, gradients, accumulate, norm, update }: StepGraphs): StepGraphs {
  return {
    packing,
    gradients: better(gradients),
    accumulate: better(accumulate),
    norm: better(norm),
    update: better(update),
  };
}

function better({ graph, outputs }: NamedGraph): NamedGraph {
  return { graph: optimise(graph), outputs };
}

function feedsOf({ tokens, targets }: Batch): Feeds {
  return { tokens, targets };
}

function outputsOf({ graph, outputs }: NamedGraph, feeds: Feeds, precision: Precision) {
  const values = evaluate(graph, feeds, precision);
  return new Map(outputs.map((name, index) => [name, Float32Array.from(values[index] ?? [])]));
}

function packed({ places, length }: Packing, outputs: ReadonlyMap<string, Float32Array>): Float32Array {
  const vector = new Float32Array(length);
  for (const { name, offset } of places) vector.set(outputs.get(`slope ${name}`) ?? [], offset);
  return vector;
}
