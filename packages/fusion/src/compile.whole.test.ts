import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { add, exp, mul } from './expression.ts';
import { graphOf, inputNode } from './graph/build.ts';
import { compile } from './index.ts';
import { optimise } from './passes/all.ts';
import { strayPrograms, ways } from './testing/compiled.ts';

const device = emulatedDevice(32);
const x = (name: string, width: number) => inputNode(name, { dtype: 'f32', shape: [width] });

test.for(ways)('four hundred random programs are what the reference says: %o', (way) => {
  expect(strayPrograms(way, { from: 26, to: 425 })).toEqual([]);
});

// The least of three, so that a busy machine or a collection of garbage does not count.
function compileMs(layers: number): number {
  let y = x('x', 64);
  for (let layer = 0; layer < layers; layer++) y = add(mul(exp(y), 0.5), x(`b${layer}`, 64));
  const graph = graphOf([y]);
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now();
    compile(optimise(graph), device);
    return performance.now() - began;
  });
  return Math.min(...times);
}

test('compiling takes time in proportion to the graph', () => {
  compileMs(300);
  // Eight times as many operators; with a square it is 64 times as long. On a busy machine one side may be taken in a quiet moment and the other not.
  let ratio = Infinity;
  for (let look = 0; look < 3 && ratio >= 24; look++) ratio = compileMs(1600) / compileMs(200);
  expect(ratio).toBeLessThan(24);
});
