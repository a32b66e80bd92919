// Judges C: against the whole product in f64 while that is cheap, else by Freivalds' check and samples.
import { allOf, createRandom, elementwise, flawless, observing, stretchOf } from '@kernel-ladder/harness';
import type { Arrays, Oracle, Part, Random, Stretch } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { storedAs } from '../dtypes.ts';
import { isMirrored, wholeLimit } from '../inputs.ts';
import { addedInput } from '../kernels/epilogue.ts';
import { boundOf, expectedOf } from './bounds.ts';
import type { Element } from './bounds.ts';
import { freivalds } from './freivalds.ts';
import { pairs } from './pairs.ts';
import { multiply, multiplyAt, operandsOf, widen } from './reference.ts';
import type { Operands, Product } from './reference.ts';
import { sampleIndices } from './samples.ts';
import { spreadOf } from './spread.ts';

export { tolerance } from './bounds.ts';

/** The oracle of one case, or a part of its rows; the reference is computed here, once. */
export function createOracle(
  params: GemmCase,
  inputs: Arrays,
  judging = createRandom(1),
  part?: Part,
): Oracle {
  const { m, n, k, batch } = params;
  if (batch * m * n === 0) return { name: 'empty', verify: () => flawless };
  if (params.fill === 'nan' || params.fill === 'inf')
    return observing(
      `one ${params.fill} in A`,
      (outputs) => spreadOf(params, outputs),
      // A row of A meets no other row of C.
      (outcome) => outcome === 'spreads',
    );
  const operands = operandsOf(params, inputs);
  const added = addedAt(params, inputs);
  const stretch = stretchOf(batch * m, part);
  if (batch * m * n * k <= wholeLimit) return wholeOracle(params, { operands, added, stretch });
  return allOf('Freivalds and f64 samples', [
    sampledOracle(params, { operands, added, judging, stretch }),
    freivalds(params, { operands, inputs, judging, stretch }),
    ...(isMirrored(params) ? [pairs(params, operands, stretch)] : []),
  ]);
}

/** The addend of C's element at an index. */
type AddedAt = (index: number) => number;

function addedAt(params: GemmCase, inputs: Arrays): AddedAt {
  const name = addedInput(params.epilogue);
  if (name === null) return () => 0;
  const values = inputs[name];
  if (!values) throw new Error(`input "${name}" is missing`);
  // An i32 of the epilogue is below 2²⁴ and a residual is no smaller than an f16: f32 holds both.
  const wide = widen(values);
  return name === 'bias' ? (index) => wide[index % params.n] ?? 0 : (index) => wide[index] ?? 0;
}

/** What C's elements are made of, and the rows that are looked at. */
interface Rows {
  readonly operands: Operands;
  readonly added: AddedAt;
  readonly stretch: Stretch;
}

function wholeOracle(params: GemmCase, { operands, added, stretch }: Rows): Oracle {
  const { value, magnitude } = multiply(operands, stretch);
  const first = stretch.from * params.n;
  const element = (index: number): Element => ({
    sum: value[index - first] ?? Number.NaN,
    magnitude: magnitude[index - first] ?? 0,
    added: added(index),
  });
  return elementwise('f64 product', {
    output: 'c',
    parts: storedAs(params.dtype).outputParts,
    indices: () => placesOf({ from: first, to: stretch.to * params.n }),
    expected: (index) => expectedOf(params, element(index)),
    tolerance: (index) => boundOf(params, element(index)),
  });
}

function* placesOf({ from, to }: Stretch): Iterable<number> {
  for (let index = from; index < to; index++) yield index;
}

interface Sampled extends Rows {
  readonly judging: Random;
}

function sampledOracle(params: GemmCase, { operands, added, judging, stretch }: Sampled): Oracle {
  const [first, last] = [stretch.from * params.n, stretch.to * params.n];
  const indices = sampleIndices(params, judging).filter((index) => index >= first && index < last);
  const product = multiplyAt(operands, indices);
  const positions = new Map(indices.map((index, position) => [index, position]));
  const read = (part: keyof Product, index: number) =>
    product[part][positions.get(index) ?? -1] ?? Number.NaN;
  const element = (index: number): Element => ({
    sum: read('value', index),
    magnitude: read('magnitude', index),
    added: added(index),
  });
  return elementwise('f64 samples', {
    output: 'c',
    parts: storedAs(params.dtype).outputParts,
    indices: () => indices,
    expected: (index) => expectedOf(params, element(index)),
    tolerance: (index) => boundOf(params, element(index)),
  });
}
