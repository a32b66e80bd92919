// The model, once: an expression of its parameters and its tokens. Everything that runs, a step on a GPU, the reference on the CPU,
// generation, is a graph of this.
import {
  add,
  attention,
  cast,
  crossEntropy,
  embedding,
  gelu,
  layerNorm,
  matmul,
  reshape,
  slice,
  transpose,
} from '@kernel-ladder/fusion';
import type { Dtype, Expression } from '@kernel-ladder/fusion';
import type { ModelConfig } from './config.ts';

/** Gives the expression of a parameter by its name. */
export type Weights = (name: string) => Expression;

/** A model on its way: sizes, weights, and the type that products take. */
export interface Model {
  readonly config: ModelConfig;
  readonly weights: Weights;
  /** `f16` casts what products multiply; norms, softmax and what goes past the blocks stay in f32. */
  readonly products: Extract<Dtype, 'f32' | 'f16'>;
}

/** What a pass through the model gives: logits […, vocabulary], and what goes into each block and out of the last. */
export interface Passed {
  readonly logits: Expression;
  readonly between: readonly Expression[];
}

/** Logits f32[batch, tokens, vocabulary] of tokens i32[batch, tokens], at most as many as the context has. */
export function forward(model: Model, tokens: Expression): Passed {
  const { config, weights } = model;
  const [, count = 1] = tokens.type.shape;
  const all = weights('position');
  // Whole, it needs no slice, nor its slope a frame of zeros.
  const places = count === config.context ? all : slice(all, [0, 0], [count, config.width]);
  let value = add(embedding(weights('embedding'), tokens), places);
  const between = [value];
  for (let layer = 0; layer < config.layers; layer++) {
    value = block(model, `block${layer}`, value);
    between.push(value);
  }
  return { logits: logitsOf(model, value), between };
}

/** The mean of −log softmax at the next tokens i32[batch, tokens]: a scalar in nats. */
export function lossOf(logits: Expression, targets: Expression): Expression {
  return crossEntropy(logits, targets);
}

/** Norm and product with the head, or with the table of embeddings. */
export function logitsOf(model: Model, value: Expression): Expression {
  const { config, weights } = model;
  const normed = normAt(model, 'norm', value);
  return config.head === 'tied'
    ? product(model, normed, weights('embedding'), { transposeB: true })
    : product(model, normed, weights('head'));
}

// Norms in front (Xiong et al., 2020): attention and MLP each add to what goes past them.
function block(model: Model, name: string, value: Expression): Expression {
  const normed = normAt(model, `${name}.norm1`, value);
  const [queries, keys, values] = headsOf(model, name, normed);
  const seen = merged(attention(queries, keys, values, true));
  return feedForward(model, name, add(value, projected(model, `${name}.merge`, seen)));
}

/** Queries, keys and values [batch, heads, tokens, width / heads] of a block. */
export function headsOf(
  model: Model,
  name: string,
  normed: Expression,
): readonly [Expression, Expression, Expression] {
  const byHeads = (which: string) =>
    split(
      product(model, normed, model.weights(`${name}.${which}`), { result: model.products }),
      model.config.heads,
    );
  return [byHeads('query'), byHeads('key'), byHeads('value')];
}

/** The second half of a block. */
export function feedForward(model: Model, name: string, value: Expression): Expression {
  const hidden = gelu(projected(model, `${name}.widen`, normAt(model, `${name}.norm2`, value)));
  return add(value, projected(model, `${name}.narrow`, hidden));
}

/** A product with a weight, and its bias. */
export function projected(model: Model, name: string, value: Expression): Expression {
  return add(product(model, value, model.weights(name)), model.weights(`${name}.bias`));
}

/** The layer norm of that name. */
export function normAt({ weights }: Model, name: string, value: Expression): Expression {
  return layerNorm(value, weights(`${name}.gain`), weights(`${name}.shift`));
}

// In the type that the model multiplies in, and back to f32 unless what follows multiplies as well.
function product(
  { products }: Model,
  value: Expression,
  weight: Expression,
  { transposeB = false, result = 'f32' }: ProductOptions = {},
): Expression {
  return cast(matmul(cast(value, products), cast(weight, products), { transposeB }), result);
}

interface ProductOptions {
  readonly transposeB?: boolean;
  readonly result?: Dtype;
}

function split(value: Expression, heads: number): Expression {
  const [batch = 1, tokens = 1, width = 1] = value.type.shape;
  return transpose(reshape(value, [batch, tokens, heads, width / heads]), [0, 2, 1, 3]);
}

/** Heads side by side again: [batch, tokens, width]. */
export function merged(value: Expression): Expression {
  const [batch = 1, heads = 1, tokens = 1, width = 1] = value.type.shape;
  return reshape(transpose(value, [0, 2, 1, 3]), [batch, tokens, heads * width]);
}
