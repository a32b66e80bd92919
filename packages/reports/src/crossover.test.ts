import { expect, test } from 'vitest';
import { crossoverOf } from './crossover.ts';

// The first way takes as long as its size, the second 100 whatever the size.
const paced = (...sizes: readonly number[]) => sizes.map((size) => ({ size, first: size, second: 100 }));

test('the crossover lies between the last size that is lost and the first that is won, where the lines meet', () => {
  const found = crossoverOf(paced(1000, 10, 100_000));
  expect(found).toMatchObject({ above: 10, from: 1000 });
  expect(found!.at).toBeCloseTo(100, 9);
});

test('a tie is not won: the size behind it is the first', () => {
  expect(crossoverOf(paced(10, 100, 1000))).toEqual({ above: 100, from: 1000, at: 100 });
});

test('a size that is won and lost again behind is no crossover', () => {
  const again = [...paced(1000, 4000), { size: 2000, first: 50, second: 100 }];
  expect(crossoverOf(again)).toMatchObject({ above: 2000, from: 4000 });
});

test('always ahead has no size below; never ahead at the largest has no crossover, and neither has nothing', () => {
  expect(crossoverOf(paced(200, 400))).toEqual({ above: null, from: 200, at: 200 });
  expect(crossoverOf(paced(10, 50))).toBeNull();
  expect(crossoverOf([])).toBeNull();
});
