// Every schedule, whatever the shape: each rank ends with each contribution once, and the closed forms say what was sent.
import { describe, expect, test } from 'vitest';
import type { Schedule, Transfer } from '../schedule.ts';
import { algorithms, chunkOf, closedForm, schedules } from './index.ts';
import type { Algorithm, Shape } from './index.ts';
import { heightOf, parentOf } from './tree.ts';

const rankCounts = [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 16, 17];
const shapes: readonly Shape[] = rankCounts.flatMap((ranks) =>
  [0, 1, ranks - 1, ranks, ranks + 1, 53].flatMap((elements) =>
    [1, 4].map((granularity) => ({ ranks, elements, granularity })),
  ),
);

describe.for(algorithms)('%s', (algorithm) => {
  test('gives every rank the sum of all, and sends what the closed form says', () => {
    for (const shape of shapes.flatMap((each) => withNodes(algorithm, each))) {
      const schedule = schedules[algorithm](shape);
      const { results, sentElements } = execute(schedule);
      const total = contributions(shape.ranks).reduce((sum, value) => sum + value, 0);
      const isWhole = results.every((vector) => vector.every((value) => value === total));
      const executed = { shape, isWhole, steps: schedule.stepCount, sentElements };
      expect(executed).toEqual({ shape, isWhole: true, ...closedForm(algorithm, shape) });
    }
  });

  test('a step is the same whenever it is asked for', () => {
    const schedule = schedules[algorithm]({ ranks: 12, elements: 100, nodes: 3 });
    const last = [...schedule.step(schedule.stepCount - 1)];
    expect([...schedule.step(0)].length).toBeGreaterThan(0);
    expect([...schedule.step(schedule.stepCount - 1)]).toEqual(last);
  });

  test('refuses shapes that make no sense', () => {
    const make = schedules[algorithm];
    expect(() => make({ ranks: 0, elements: 1 })).toThrow('0 ranks');
    expect(() => make({ ranks: 2, elements: 1.5 })).toThrow('1.5 elements');
    expect(() => make({ ranks: 8, elements: 1, nodes: 3 })).toThrow('3 nodes for 8 ranks');
  });
});

test('a ring talks to the next rank only, and evenly', () => {
  const sent = Array<number>(8).fill(0);
  for (const { from, to, count } of walk(schedules.ring({ ranks: 8, elements: 800 }))) {
    expect(to).toBe((from + 1) % 8);
    sent[from] = (sent[from] ?? 0) + count;
  }
  expect(sent).toEqual(Array(8).fill((2 * 7 * 800) / 8));
});

test.for(rankCounts)('two trees of %i ranks: whoever forwards in one is a leaf of the other', (ranks) => {
  const parents = walk(schedules['double-tree']({ ranks, elements: 2 })).filter(
    ({ action }) => action === 'reduce',
  );
  const inner = (offset: number) =>
    new Set(parents.filter((edge) => edge.offset === offset).map(({ to }) => to));
  const both = [...inner(0)].filter((rank) => inner(1).has(rank));
  // Of an odd number of ranks, rank 0 must be in both.
  expect(both).toEqual(ranks % 2 === 1 && ranks > 1 ? [0] : []);
});

test('a parent stands above its children, and has two at most', () => {
  for (let size = 1; size <= 70; size++) {
    const children = Array<number>(size).fill(0);
    for (let place = 1; place < size; place++) {
      const parent = parentOf(place, size)!;
      children[parent]!++;
      expect(heightOf(parent, size)).toBeGreaterThan(heightOf(place, size));
    }
    expect(Math.max(...children)).toBeLessThanOrEqual(2);
  }
});

test('only shards leave a node of the hierarchical algorithm', () => {
  const [ranks, nodes, elements] = [32, 4, 3200];
  const between = walk(schedules.hierarchical({ ranks, nodes, elements })).filter(
    ({ from, to }) => Math.floor(from / 8) !== Math.floor(to / 8),
  );
  expect(between.reduce((sum, { count }) => sum + count, 0)).toBe(2 * (nodes - 1) * elements);
});

test('chunks cover a range in order, differ by one granule and begin at granules', () => {
  for (const [count, parts, granularity] of [
    [0, 3, 1],
    [10, 4, 1],
    [10, 4, 4],
    [64, 8, 4],
    [5, 8, 4],
  ] as const) {
    const chunks = Array.from({ length: parts }, (_, index) =>
      chunkOf({ offset: 8, count }, parts, index, granularity),
    );
    let end = 8;
    for (const chunk of chunks) {
      expect(chunk.offset).toBe(end);
      expect(chunk.count === 0 || (chunk.offset - 8) % granularity === 0).toBe(true);
      end += chunk.count;
    }
    expect(end).toBe(8 + count);
    const granules = chunks.map((chunk) => Math.ceil(chunk.count / granularity));
    expect(Math.max(...granules) - Math.min(...granules)).toBeLessThanOrEqual(1);
  }
});

// Hierarchical ones over every number of nodes that divides the ranks; the others do not look at nodes.
function withNodes(algorithm: Algorithm, shape: Shape): readonly Shape[] {
  if (algorithm !== 'hierarchical') return [shape];
  const divisors = Array.from({ length: shape.ranks }, (_, index) => index + 1).filter(
    (nodes) => shape.ranks % nodes === 0,
  );
  return divisors.map((nodes) => ({ ...shape, nodes }));
}

// Digit r of base 4 counts how often rank r has been added: 17 digits fit a double.
function contributions(ranks: number): readonly number[] {
  return Array.from({ length: ranks }, (_, rank) => 4 ** rank);
}

// Runs a schedule as its contract says: reads what was there before the step, and no two copies meet.
function execute(schedule: Schedule): { results: number[][]; sentElements: number } {
  let state = contributions(schedule.ranks).map((value) => Array<number>(schedule.elements).fill(value));
  let sentElements = 0;
  for (let step = 0; step < schedule.stepCount; step++) {
    const before = state.map((vector) => [...vector]);
    const claims = new Map<number, Transfer>();
    for (const transfer of schedule.step(step)) {
      sentElements += transfer.count;
      apply(before, state, transfer);
      claim(claims, transfer);
    }
  }
  return { results: state, sentElements };
}

function apply(before: number[][], state: number[][], { from, to, offset, count, action }: Transfer): void {
  if (count < 1 || from === to) throw new Error(`a transfer of ${count} elements from ${from} to ${to}`);
  for (let index = offset; index < offset + count; index++) {
    const arriving = before[from]![index]!;
    state[to]![index] = action === 'reduce' ? state[to]![index]! + arriving : arriving;
  }
}

// A place takes one copy, or reductions of one range.
function claim(claims: Map<number, Transfer>, transfer: Transfer): void {
  const { to, offset, count, action } = transfer;
  for (let index = offset; index < offset + count; index++) {
    const other = claims.get(to * 2 ** 20 + index);
    const agrees = other?.action === 'reduce' && other.offset === offset && other.count === count;
    if (other && !(agrees && action === 'reduce')) throw new Error(`two transfers meet at ${to}[${index}]`);
    claims.set(to * 2 ** 20 + index, transfer);
  }
}

function walk(schedule: Schedule): readonly Transfer[] {
  return Array.from({ length: schedule.stepCount }, (_, step) => [...schedule.step(step)]).flat();
}
