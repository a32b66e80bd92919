// One token at a time: keys and values of the tokens before it are kept, so that a step is a row of each product instead of all of
// them. The graph has the model's own parts (model/transformer.ts), but for attention, which reads what is kept.
import {
  add,
  embedding,
  equal,
  gather,
  graphOf,
  input,
  iota,
  lessEqual,
  matmul,
  mul,
  reshape,
  select,
  softmax,
} from '@kernel-ladder/fusion';
import type { Expression } from '@kernel-ladder/fusion';
import type { NamedGraph } from '../graphs.ts';
import type { ModelConfig } from '../model/config.ts';
import { parametersOf } from '../model/config.ts';
import { feedForward, headsOf, logitsOf, merged, normAt, projected } from '../model/transformer.ts';
import type { Model } from '../model/transformer.ts';

/** What is kept of a block from token to token: f32[1, heads, context, width / heads]. */
export function cacheNames({ layers }: ModelConfig): readonly string[] {
  return Array.from({ length: layers }, (_, layer) => [`keys${layer}`, `values${layer}`]).flat();
}

/** What a cache is called behind a step. */
export function nextName(cache: string): string {
  return `next ${cache}`;
}

/** Elements of one cache. */
export function cacheLength({ width, context }: ModelConfig): number {
  return width * context;
}

/** From every parameter, every cache, `token` i32[1, 1] and `place` i32[1], from 0, to `logits` f32[vocabulary] and every next cache. */
export function cachedGraph(config: ModelConfig): NamedGraph {
  const model = modelOf(config);
  const place = input('place', 'i32', [1]);
  const at = gather(model.weights('position'), place);
  let value = add(
    embedding(model.weights('embedding'), input('token', 'i32', [1, 1])),
    reshape(at, [1, 1, -1]),
  );
  const kept: Expression[] = [];
  for (let layer = 0; layer < config.layers; layer++) {
    const name = `block${layer}`;
    const [queries, key, row] = headsOf(model, name, normAt(model, `${name}.norm1`, value));
    const keys = placed(cacheOf(config, `keys${layer}`), key, place);
    const values = placed(cacheOf(config, `values${layer}`), row, place);
    const seen = merged(attend(queries, keys, { values, place }));
    value = feedForward(model, name, add(value, projected(model, `${name}.merge`, seen)));
    kept.push(keys, values);
  }
  const logits = reshape(logitsOf(model, value), [-1]);
  return { graph: graphOf([logits, ...kept]), outputs: ['logits', ...cacheNames(config).map(nextName)] };
}

/** The model over inputs with the names of its parameters, in f32. */
export function modelOf(config: ModelConfig): Model {
  const inputs = new Map(parametersOf(config).map(({ name, shape }) => [name, input(name, 'f32', shape)]));
  return { config, weights: (name) => inputs.get(name) ?? input(name, 'f32', []), products: 'f32' };
}

function cacheOf({ width, heads, context }: ModelConfig, name: string): Expression {
  return input(name, 'f32', [1, heads, context, width / heads]);
}

// The row of this token among those before it.
function placed(cache: Expression, row: Expression, place: Expression): Expression {
  return select(equal(iota(cache.type.shape, 2), reshape(place, [1, 1, 1, 1])), row, cache);
}

interface Kept {
  readonly values: Expression;
  readonly place: Expression;
}

// What is behind the token has not been written, and is not seen.
function attend(queries: Expression, keys: Expression, { values, place }: Kept): Expression {
  const width = queries.type.shape.at(-1) ?? 1;
  const scores = mul(matmul(queries, keys, { transposeB: true }), 1 / Math.sqrt(width));
  const isSeen = lessEqual(iota(scores.type.shape, 3), reshape(place, [1, 1, 1, 1]));
  return matmul(softmax(select(isSeen, scores, -65504)), values);
}
