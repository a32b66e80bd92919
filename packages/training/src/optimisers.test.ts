// Optimisers against their papers' recurrences, written out for one number at a time.
import { evaluate, graphOf, input } from '@kernel-ladder/fusion';
import { expect, test } from 'vitest';
import { clipFactor, normOf, optimisers } from './optimisers.ts';
import type { OptimiserName, OptimiserSpec } from './optimisers.ts';
import { rateAt } from './schedule.ts';

const spec = { beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0.1 } as const;
const rate = 0.05;

interface Number1 {
  value: number;
  first: number;
  second: number;
}

// In place, as the papers have it; `decays` is 0 for what norms and biases are.
const byHand: {
  readonly [Name in OptimiserName]: (x: Number1, slope: number, decays: number, t: number) => void;
} = {
  sgd: (x, slope, decays) => {
    x.first = spec.beta1 * x.first + slope + spec.weightDecay * decays * x.value;
    x.value -= rate * x.first;
  },
  adam: (x, slope, decays, t) => moveByAdam(x, slope + spec.weightDecay * decays * x.value, t),
  adamw: (x, slope, decays, t) => {
    x.value -= rate * spec.weightDecay * decays * x.value;
    moveByAdam(x, slope, t);
  },
};

function moveByAdam(x: Number1, slope: number, t: number): void {
  x.first = spec.beta1 * x.first + (1 - spec.beta1) * slope;
  x.second = spec.beta2 * x.second + (1 - spec.beta2) * slope ** 2;
  const [mean, square] = [x.first / (1 - spec.beta1 ** t), x.second / (1 - spec.beta2 ** t)];
  x.value -= (rate * mean) / (Math.sqrt(square) + spec.epsilon);
}

const start = [0.5, -1, 2, 0.1];
const decays = [1, 1, 0, 0];
// The slope of a bowl that is no square.
const slopeAt = (value: number) => value ** 3 + 0.2 * value;

test.for(['sgd', 'adam', 'adamw'] as const)('%s goes as its recurrence', (name) => {
  const [vector, scalar] = [start.length, 1].map(
    (length) => (label: string) => input(label, 'f32', [length]),
  );
  if (!vector || !scalar) throw new Error('two kinds of inputs');
  const { moments, update } = optimisers[name];
  const updated = update({ name, ...spec } satisfies OptimiserSpec, {
    parameters: vector('parameters'),
    gradients: vector('gradients'),
    moments: Array.from({ length: moments }, (_, index) => vector(`moment${index}`)),
    decays: vector('decays'),
    rate: scalar('rate'),
    corrections: [scalar('c1'), scalar('c2')],
  });
  const graph = graphOf([updated.parameters, ...updated.moments]);
  const due = start.map((value) => ({ value, first: 0, second: 0 }));
  let [parameters, ...kept]: readonly ArrayLike<number>[] = [start, [0, 0, 0, 0], [0, 0, 0, 0]];
  for (let t = 1; t <= 5; t++) {
    const gradients = Array.from(parameters ?? [], slopeAt);
    const corrections = { c1: [1 - spec.beta1 ** t], c2: [1 - spec.beta2 ** t] };
    const remembered = Object.fromEntries(kept.map((moment, index) => [`moment${index}`, moment]));
    const feeds = {
      parameters: parameters ?? [],
      gradients,
      decays,
      rate: [rate],
      ...corrections,
      ...remembered,
    };
    [parameters, ...kept] = evaluate(graph, feeds);
    for (const [at, x] of due.entries()) byHand[name](x, slopeAt(x.value), decays[at] ?? 0, t);
  }
  expect(Array.from(parameters ?? [])).toEqual(due.map(({ value }) => expect.closeTo(value, 12)));
});

test('a gradient that is too long is cut to the length that it may have, a short one is left alone', () => {
  const graph = graphOf([clipFactor(normOf(input('x', 'f32', [2])), 1)]);
  const factor = (...x: readonly number[]) => evaluate(graph, { x })[0]?.[0];
  expect(factor(3, 4)).toBeCloseTo(0.2, 6);
  expect(factor(0.3, 0.4)).toBe(1);
});

test('the learning rate climbs, then falls along half a cosine to its floor', () => {
  const schedule = { rate: 1, warmup: 4, steps: 14, floor: 0.1 };
  const rates = [0, 3, 4, 9, 14].map((step) => rateAt(schedule, step));
  expect(rates).toEqual([0.25, 1, 1, 0.55, 0.1].map((value) => expect.closeTo(value, 12)));
});
