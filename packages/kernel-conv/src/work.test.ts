import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { convCase } from './cases.ts';
import { family } from './family.ts';

// A product and a sum for each element of the window in each channel, zeros of the padding counted; each pixel and weight is read once.
function convolution(channels: number, size: number, filters: number) {
  const { buffer, counted, work } = createCountedMachine();
  const terms = channels * 9;
  const [x, w, y] = [
    buffer('x', channels * size * size),
    buffer('w', filters * terms),
    buffer('y', filters * size * size),
  ];
  const pixels = Array.from({ length: channels * size * size }, (_, at) => x.read(at));
  for (let filter = 0; filter < filters; filter++) {
    const weights = Array.from({ length: terms }, (_, at) => w.read(filter * terms + at));
    for (let place = 0; place < size * size; place++) {
      let sum = 0;
      for (const weight of weights) sum = counted(sum + counted(weight * (pixels[place] ?? 0)));
      y.write(filter * size * size + place, sum);
    }
  }
  return work();
}

test.for([
  [1, 4, 1],
  [3, 5, 2],
] as const)(
  'the work of %i channels of %i × %i is what a convolution counts',
  ([channels, size, filters]) => {
    const own = family.work(convCase([1, channels, size, 3], { filters }));
    expect(own).toEqual(convolution(channels, size, filters));
  },
);

test('pixels between windows that lie apart are no work', () => {
  expect(family.work(convCase([1, 1, 7, 1], { op: 'max', stride: 3 })).minBytes).toBe(4 * (9 + 9));
});
