import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

test('gives what gains most first, of as much what stood first, whatever came between', () => {
  const random = createRandom(3);
  const queue = createQueue();
  const offers = Array.from({ length: 200 }, (_, id) => ({ id, gain: random.integer(-9, 9) }));
  for (const offer of offers.slice(0, 150)) queue.add(offer);
  const best = (left: typeof offers) => left.toSorted((a, b) => b.gain - a.gain || a.id - b.id);
  const first = best(offers.slice(0, 150));
  expect(Array.from({ length: 50 }, () => queue.take())).toEqual(first.slice(0, 50));
  for (const offer of offers.slice(150)) queue.add(offer);
  const rest = best([...first.slice(50), ...offers.slice(150)]);
  expect(Array.from({ length: 151 }, () => queue.take())).toEqual([...rest, undefined]);
});
