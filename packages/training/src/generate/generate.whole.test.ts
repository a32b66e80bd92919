// Generation with a cache of keys and values, against the whole model on the CPU for every token.
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { decayVector, firstVector, packingOf } from '../model/pack.ts';
import { apart } from '../testing.ts';
import { generate, windowOf } from './generate.ts';
import { cachedPredictor, wholePredictor } from './predict.ts';

const gpu = useTestGpu();
const config = { layers: 2, width: 8, heads: 2, context: 6, vocabulary: 16, head: 'separate' } as const;
// Matrices that are far from none, so that every byte before matters.
const packing = packingOf(config);
const isMatrix = decayVector(packing);
const parameters = firstVector(packing, 5).map((value, at) => (isMatrix[at] === 1 ? 20 * value : value));
const learnt = { config, parameters };

test('logits are those of the whole model, within the context and beyond it', async () => {
  const cached = await cachedPredictor(gpu(), learnt);
  const whole = wholePredictor(learnt);
  try {
    const tokens = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5];
    for (let count = 1; count <= tokens.length; count++) {
      const window = windowOf(tokens.slice(0, count), config.context);
      const [found, due] = [await cached.predict(window), await whole.predict(window)];
      expect(apart(found, due), `after ${count} tokens`).toBeLessThan(1e-4);
    }
    const wish = { prompt: Uint8Array.of(7, 2), bytes: 12, context: config.context, temperature: 1, seed: 4 };
    const [text, due] = [await generate(cached.predict, wish), await generate(whole.predict, wish)];
    expect(text).toEqual(due);
    expect(new Set(text).size).toBeGreaterThan(3);
    const other = await generate(cached.predict, { ...wish, prompt: Uint8Array.of(8, 2) });
    expect(other).not.toEqual(text);
  } finally {
    cached.free();
  }
});
