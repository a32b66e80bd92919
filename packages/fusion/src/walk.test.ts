import { createRandom } from '@kernel-ladder/harness';
import type { Random } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { collapse, compose, denseWalk, inverse, isDense, reshape, splitWalk } from './fuse/walk.ts';
import type { Walk } from './fuse/walk.ts';
import { placeText } from './generate/places.ts';
import { countOf } from './graph/types.ts';
import type { Shape } from './graph/types.ts';
import { stridesOf } from './operators/contract.ts';
import type { Places } from './operators/contract.ts';

/** All places of a walk, in order. */
function placesOf({ dims, strides, offset }: Walk): readonly number[] {
  const dense = stridesOf(dims);
  return Array.from({ length: countOf(dims) }, (_, at) =>
    dims.reduce((place, length, axis) => {
      return place + (Math.floor(at / (dense[axis] ?? 1)) % length) * (strides[axis] ?? 0);
    }, offset),
  );
}

interface Drawn {
  readonly places: Places;
  readonly shape: Shape;
}

// A transpose, a slice with steps, a reversal or a broadcast of a dense array.
function drawView(random: Random, dims: Shape): Drawn {
  const dense = stridesOf(dims);
  const axes = dims.map((length, axis) => {
    const step = random.integer(1, 2);
    const start = random.integer(0, Math.max(0, Math.floor(length / 2) - 1));
    const count = Math.ceil((length - start) / step);
    const stride = (dense[axis] ?? 1) * step;
    const isTurned = random.integer(0, 3) === 0;
    const first = start * (dense[axis] ?? 1);
    return isTurned
      ? { count, stride: -stride, first: first + (count - 1) * stride }
      : { count, stride, first };
  });
  const offset = axes.reduce((sum, { first }) => sum + first, 0);
  const turned = random.integer(0, 1) === 0 ? axes : axes.toReversed();
  const spread = random.integer(0, 2) === 0 ? [{ count: 3, stride: 0 }, ...turned] : turned;
  return {
    places: { offset, strides: spread.map(({ stride }) => stride) },
    shape: spread.map(({ count }) => count),
  };
}

const shapes: readonly Shape[] = [[24], [4, 6], [2, 3, 4], [1, 5, 2], [6, 1, 4]];

test('a view of a view is where both say, or no walk at all', () => {
  const random = createRandom(1);
  const strays: string[] = [];
  let found = 0;
  for (let round = 0; round < 500; round++) {
    const base = shapes[round % shapes.length] ?? [];
    const first = drawView(random, base);
    const inner: Walk = { dims: first.shape, strides: first.places.strides, offset: first.places.offset };
    const second = drawView(random, first.shape);
    const outer = { dims: second.shape, strides: second.places.strides, offset: second.places.offset };
    const whole = placesOf(inner);
    const both = compose(inner, second.places, second.shape);
    const due = placesOf(outer).map((place) => whole[place]);
    if (both && String(placesOf(both)) !== String(due)) strays.push(JSON.stringify({ inner, outer }));
    found += Number(both !== null);
  }
  expect(strays).toEqual([]);
  // Nearly all of them: what is null runs across the end of an axis.
  expect(found).toBeGreaterThan(450);
});

test('what is collapsed, reshaped, split or written out visits the same places', () => {
  const random = createRandom(2);
  let [merged, parted] = [0, 0];
  for (let round = 0; round < 300; round++) {
    const { places, shape } = drawView(random, shapes[round % shapes.length] ?? []);
    const walk: Walk = { dims: shape, strides: places.strides, offset: places.offset };
    const due = placesOf(walk);
    expect(placesOf(collapse(walk))).toEqual(due);
    const flat = reshape(walk, [...shape.slice(0, -2), shape.slice(-2).reduce((a, b) => a * b, 1)]);
    expect(flat ? placesOf(flat) : due).toEqual(due);
    const split = splitWalk(walk, shape.at(-1) ?? 1);
    const within = split ? placesOf(split.within) : [];
    const both = split ? placesOf(split.rows).flatMap((row) => within.map((place) => row + place)) : due;
    expect(both).toEqual(due);
    [merged, parted] = [merged + Number(flat !== null), parted + Number(split !== null)];
    expect(due.map((_, at) => evaluated(placeText(walk, 'at'), at))).toEqual(due);
  }
  expect(merged).toBeGreaterThan(100);
  expect(parted).toBeGreaterThan(250);
});

// WGSL of u32 as JavaScript has it: quotients are whole.
function evaluated(text: string, at: number): number {
  const terms = text.split(/ (?=[+-] )/).map((term) => {
    const [sign, body] = /^[+-] /.test(term) ? [term[0] === '-' ? -1 : 1, term.slice(2)] : [1, term];
    const value = body
      .split(/ (?=[*/%] )/)
      .map((part) => part.replace(/u$/, ''))
      .reduce((left, part) => applied(left, part, at), 0);
    return sign * value;
  });
  return terms.reduce((sum, term) => sum + term, 0);
}

function applied(left: number, part: string, at: number): number {
  const [, operator, operand = part] = /^([*/%]) (.*)$/.exec(part) ?? [];
  const right = operand === 'at' ? at : Number(operand);
  if (operator === '*') return left * right;
  if (operator === '/') return Math.floor(left / right);
  return operator === '%' ? left % right : right;
}

test('a dense walk is one, a transposed one is none', () => {
  expect(isDense(denseWalk([3, 1, 4]))).toBe(true);
  expect(isDense({ dims: [3, 4], strides: [1, 3], offset: 0 })).toBe(false);
});

test('the way back of a permutation finds each element where the walk has it, and there is none of anything else', () => {
  const walks = [
    { dims: [2, 3, 4], strides: [1, 8, 2], offset: 0 },
    { dims: [5, 1, 2, 3], strides: [3, 7, 15, 1], offset: 0 },
    denseWalk([4, 6]),
  ];
  for (const walk of walks) {
    const back = inverse(walk);
    const places = placesOf(walk);
    expect(back && placesOf(back).map((at) => places[at])).toEqual([...places.keys()]);
  }
  const others = [
    { dims: [3, 4], strides: [0, 1], offset: 0 },
    { dims: [3, 4], strides: [8, 2], offset: 0 },
    { dims: [3, 4], strides: [4, 1], offset: 4 },
    { dims: [3, 4], strides: [4, -1], offset: 3 },
  ];
  expect(others.map(inverse)).toEqual([null, null, null, null]);
});
