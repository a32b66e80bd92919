import { createRandom } from '@kernel-ladder/harness';
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { compile } from './compile/index.ts';
import { fuse } from './fuse/fuse.ts';
import { prepare } from './fuse/prepare.ts';
import { matmul } from './arrays.ts';
import { exp } from './expression.ts';
import { graphOf, inputNode } from './graph/build.ts';
import type { Expression } from './graph/expression.ts';
import { alignment, placeValues } from './plan/arena.ts';
import { liveTogether, peakBytes } from './plan/lifetimes.ts';
import type { Lifetime } from './plan/lifetimes.ts';
import { planMemory } from './plan/memory.ts';
import { randomProgram } from './testing/index.ts';

function drawn(seed: number): readonly Lifetime[] {
  const random = createRandom(seed);
  return Array.from({ length: random.integer(1, 30) }, (_, id) => {
    const first = random.integer(0, 20);
    return { id, bytes: random.integer(1, 5000), first, last: first + random.integer(0, 6) };
  });
}

function overlaps(values: readonly Lifetime[], limit: number): number {
  const { placements, arenas } = placeValues(values, limit);
  const pairs = placements.flatMap((one, at) =>
    placements.slice(at + 1).map((other) => [one, other] as const),
  );
  const clashing = pairs.filter(
    ([one, other]) =>
      one.arena === other.arena &&
      liveTogether(one.value, other.value) &&
      one.offset < other.offset + other.bytes &&
      other.offset < one.offset + one.bytes,
  );
  const isSound = placements.every(
    ({ value, arena, offset, bytes }) =>
      offset % alignment === 0 && bytes >= value.bytes && offset + bytes <= (arenas[arena] ?? 0),
  );
  return clashing.length + (isSound ? 0 : 1);
}

test('no two values that live at once overlap, in one arena or in many', () => {
  for (let seed = 1; seed <= 200; seed++) {
    expect(overlaps(drawn(seed), Infinity)).toBe(0);
    expect(overlaps(drawn(seed), 8192)).toBe(0);
  }
});

test('takes little more than what lives at once, and no arena more than a device binds', () => {
  const shares = Array.from({ length: 200 }, (_, seed) => {
    const values = drawn(seed + 1).map((value) => ({ ...value, bytes: 256 * Math.ceil(value.bytes / 256) }));
    const { arenas } = placeValues(values, Infinity);
    expect(Math.max(...placeValues(values, 8192).arenas)).toBeLessThanOrEqual(8192);
    return (arenas[0] ?? 0) / peakBytes(values);
  });
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(1);
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(1.05);
  expect(Math.max(...shares)).toBeLessThan(1.5);
});

test('random programs have their values apart, those in place of others too', () => {
  let inPlace = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const graph = prepare(randomProgram({ seed, operations: 16 }).graph);
    const kernels = fuse(graph, { fuse: seed % 2 === 0, mostBuffers: 8 });
    const plan = planMemory(kernels, kernels.groups, Infinity);
    inPlace += plan.inPlace.size;
    expect(
      overlaps(
        plan.placements.map(({ value }) => value),
        Infinity,
      ),
    ).toBe(0);
    expect(plan.arenas[0] ?? 0).toBeLessThanOrEqual(
      Math.max(plan.separateBytes, 256 * plan.placements.length),
    );
  }
  expect(inPlace).toBeGreaterThan(20);
});

test('a chain of maps lives in two places, and one of products in as many as it needs', () => {
  const x = inputNode('x', { dtype: 'f32', shape: [64, 64] });
  const repeat = (step: (each: Expression) => Expression) =>
    graphOf([Array.from({ length: 6 }).reduce<Expression>((each) => step(each), x)]);
  const plan = (step: (each: Expression) => Expression) =>
    compile(repeat(step), emulatedDevice(32), { fuse: false }).memory;
  const bytes = 64 * 64 * 4;
  expect(plan(exp)).toEqual({ arenas: [bytes], peakBytes: bytes, separateBytes: 5 * bytes, inPlace: 4 });
  // A product reads all of its operand, and writes beside it.
  expect(plan((each) => matmul(each, x))).toEqual({
    arenas: [2 * bytes],
    peakBytes: 2 * bytes,
    separateBytes: 5 * bytes,
    inPlace: 0,
  });
});
