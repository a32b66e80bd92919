// Judges convolutions against the whole result in f64 while that is cheap, else by samples and Freivalds' check; poolings window by window.
import { allOf, createRandom, elementwise, flawless, observing, stretchOf } from '@kernel-ladder/harness';
import type { Accuracy, Arrays, NumberArray, Oracle, Part, Random } from '@kernel-ladder/harness';
import { sumError } from '@kernel-ladder/kernel-kit';
import type { Terms } from '@kernel-ladder/kernel-kit';
import { isConvolution, isObserved } from './problem.ts';
import type { ConvCase } from './problem.ts';
import { geometryOf } from './geometry.ts';
import { freivalds } from './oracle/freivalds.ts';
import type { Images } from './oracle/freivalds.ts';
import { howFar, reachesOthers } from './oracle/observe.ts';
import { poolReference } from './oracle/pool.ts';
import { convolve, convolveAt, magnitudes } from './oracle/reference.ts';
import type { Operands } from './oracle/reference.ts';

/** The bound in words and symbols. */
export const tolerance =
  'convolution: 2^-24·min(2·D, 4·√D)·Σ max|x|·‖w‖₁ over the channels, D the longest chain of additions, on ones 2·D; whole numbers and max: exact; average: 2^-24·((k² − 1)·Σ|x|/k² + 5·|y|). ' +
  'Above 2^24 multiply-adds: samples by the same bound, and all filters of each pixel under random signs within 8·√K·2^-24·√(Σ x²·‖w‖²), K the terms';

/** Multiply-adds up to which every element is computed again. */
const wholeLimit = 2 ** 24;

/** The oracle of one case, or a part of its images. */
export function convOracle(params: ConvCase, inputs: Arrays, judging = createRandom(1), part?: Part): Oracle {
  const geometry = geometryOf(params);
  const { images, filters, pixels, terms } = geometry;
  const x = required(inputs['x'], 'x');
  if (isObserved(params))
    return observing(
      `one ${params.fill} in the first image`,
      ({ y }) => howFar(geometry, required(y, 'y')),
      reachesOthers,
    );
  const own = stretchOf(images, part);
  const places = { from: own.from * filters * pixels, to: own.to * filters * pixels };
  if (own.from === own.to) return { name: 'no images', verify: () => flawless };
  if (!isConvolution(params))
    return elementwise(`f64 ${params.op}`, {
      output: 'y',
      indices: () => range(places),
      ...poolReference(params, geometry, x),
    });
  const operands: Operands = { geometry, x: floats(x), w: floats(required(inputs['w'], 'w')) };
  const kind = termsOf(params);
  if (images * filters * pixels * terms <= wholeLimit)
    return wholeOracle(operands, { images: own, places, kind });
  return allOf('f64 samples and Freivalds', [
    sampledOracle(operands, { images: own, places, kind, judging }),
    freivalds({ operands, images: own, judging, isExact: kind === 'whole' }),
  ]);
}

interface Whole {
  readonly images: Images;
  /** The indices of the result that fall to these images. */
  readonly places: Images;
  readonly kind: Terms;
}

function wholeOracle(operands: Operands, { images, places, kind }: Whole): Oracle {
  const value = convolve(operands, images.from, images.to);
  const bound = boundsOf(operands, images, kind);
  return elementwise('f64 convolution', {
    output: 'y',
    indices: () => range(places),
    expected: (index) => value[index - places.from] ?? Number.NaN,
    tolerance: bound,
  });
}

// Of an element by its index and the longest chain of additions.
function boundsOf(operands: Operands, images: Images, kind: Terms) {
  const { filters, pixels } = operands.geometry;
  const found = magnitudes(operands, images.from, images.to);
  return (index: number, { longestSum }: Accuracy): number =>
    sumError(longestSum, kind) * (found[Math.floor(index / pixels) - images.from * filters] ?? 0);
}

// Everywhere; and the last elements, where tiles overhang.
const [drawn, last] = [4096, 512];

function sampledOracle(
  operands: Operands,
  { images, places, kind, judging }: Whole & { readonly judging: Random },
): Oracle {
  const anywhere = Array.from({ length: drawn }, () => judging.integer(places.from, places.to - 1));
  const ending = Array.from({ length: last }, (_, at) => places.to - 1 - at);
  const indices = [...new Set([...anywhere, ...ending.filter((index) => index >= places.from)])];
  const samples = new Map(indices.map((index) => [index, convolveAt(operands, index)]));
  return elementwise('f64 samples', {
    output: 'y',
    indices: () => indices,
    expected: (index) => samples.get(index) ?? Number.NaN,
    tolerance: boundsOf(operands, images, kind),
  });
}

function termsOf({ fill }: ConvCase): Terms {
  if (fill === 'integers') return 'whole';
  return fill === 'ones' ? 'alike' : 'drawn';
}

function* range({ from, to }: Images): Iterable<number> {
  for (let index = from; index < to; index++) yield index;
}

function floats(array: NumberArray): Float32Array {
  if (array instanceof Float32Array) return array;
  throw new Error(`images and filters are f32, not ${array.constructor.name}`);
}

function required(array: NumberArray | undefined, name: string): NumberArray {
  if (!array) throw new Error(`no array "${name}"`);
  return array;
}
