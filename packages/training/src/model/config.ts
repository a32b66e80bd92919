// What a byte-level language model is made of, as plain data: its sizes, and the names, shapes and first values of its parameters.
import { createRandom, seedOf } from '@kernel-ladder/harness';
import { countOf } from '@kernel-ladder/fusion';
import type { Shape } from '@kernel-ladder/fusion';

/** Sizes of a transformer. */
export interface ModelConfig {
  readonly layers: number;
  /** Features of a token. */
  readonly width: number;
  /** Attention heads, which share the width. */
  readonly heads: number;
  /** Tokens that the model sees at most. */
  readonly context: number;
  /** Different tokens: the bytes. */
  readonly vocabulary: number;
  /** Whether logits are products with the table of embeddings, or with a matrix of their own. */
  readonly head: 'tied' | 'separate';
}

/** About a million parameters. */
export const defaultConfig: ModelConfig = {
  layers: 5,
  width: 128,
  heads: 4,
  context: 128,
  vocabulary: 256,
  head: 'tied',
};

/** A tensor that is learnt. */
export interface Parameter {
  readonly name: string;
  readonly shape: Shape;
  /** Ones, zeros, or draws of the normal distribution with this standard deviation. */
  readonly first: 'ones' | 'zeros' | number;
  /** Whether weight decay pulls at it: at matrices, not at what norms and biases add and scale by. */
  readonly decays: boolean;
}

/** The sizes, checked. Throws a RangeError that says what does not fit. */
export function checkConfig(config: ModelConfig): ModelConfig {
  const { width, heads } = config;
  for (const name of ['layers', 'width', 'heads', 'context', 'vocabulary'] as const)
    if (!Number.isInteger(config[name]) || config[name] < 1)
      throw new RangeError(`${name} is a whole number of at least 1, not ${config[name]}`);
  if (width % heads !== 0)
    throw new RangeError(`${heads} heads share a width that they divide, which ${width} is not`);
  return config;
}

/** All parameters, in the order in which they lie in memory. */
export function parametersOf(config: ModelConfig): readonly Parameter[] {
  const { layers, width, context, vocabulary, head } = checkConfig(config);
  return [
    matrix('embedding', [vocabulary, width]),
    matrix('position', [context, width]),
    ...Array.from({ length: layers }, (_, layer) => blockParameters(`block${layer}`, config)).flat(),
    ...norm('norm', width),
    ...(head === 'separate' ? [matrix('head', [width, vocabulary])] : []),
  ];
}

/** How many numbers are learnt. */
export function parameterCount(config: ModelConfig): number {
  return parametersOf(config).reduce((sum, { shape }) => sum + countOf(shape), 0);
}

// What the GPT-2 code draws its weights with.
const deviation = 0.02;

function blockParameters(name: string, { width, layers }: ModelConfig): readonly Parameter[] {
  // Each block adds two products to what goes past it: their variances add up over the layers (Radford et al., 2019).
  const residual = deviation / Math.sqrt(2 * layers);
  return [
    ...norm(`${name}.norm1`, width),
    matrix(`${name}.query`, [width, width]),
    matrix(`${name}.key`, [width, width]),
    matrix(`${name}.value`, [width, width]),
    matrix(`${name}.merge`, [width, width], residual),
    bias(`${name}.merge.bias`, width),
    ...norm(`${name}.norm2`, width),
    matrix(`${name}.widen`, [width, 4 * width]),
    bias(`${name}.widen.bias`, 4 * width),
    matrix(`${name}.narrow`, [4 * width, width], residual),
    bias(`${name}.narrow.bias`, width),
  ];
}

function norm(name: string, width: number): readonly Parameter[] {
  return [{ ...bias(`${name}.gain`, width), first: 'ones' }, bias(`${name}.shift`, width)];
}

function matrix(name: string, shape: Shape, first = deviation): Parameter {
  return { name, shape, first, decays: true };
}

function bias(name: string, width: number): Parameter {
  return { name, shape: [width], first: 'zeros', decays: false };
}

/** The first values of a parameter: the same for a seed everywhere, whatever other parameters there are. */
export function firstValues({ name, shape, first }: Parameter, seed: number): Float32Array<ArrayBuffer> {
  const values = new Float32Array(countOf(shape));
  if (first === 'zeros') return values;
  if (first === 'ones') return values.fill(1);
  const random = createRandom(seedOf(name, seed));
  for (let index = 0; index < values.length; index += 2) {
    const [one, other] = normalPair(random.next, first);
    values[index] = one;
    if (index + 1 < values.length) values[index + 1] = other;
  }
  return values;
}

// Two draws of the normal distribution, by the method of Box and Muller.
function normalPair(next: () => number, spread: number): readonly [number, number] {
  // Never 0, whose logarithm there is not.
  const radius = spread * Math.sqrt(-2 * Math.log((next() + 0.5) / 2 ** 32));
  const angle = (2 * Math.PI * next()) / 2 ** 32;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}
