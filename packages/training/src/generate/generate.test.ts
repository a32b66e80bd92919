// Windows, draws and refusals of generation; that a cache of keys and values gives the whole model's logits is for the whole tests.
import { expect, test } from 'vitest';
import { generate, pick, windowOf } from './generate.ts';

test('a window begins half a context later whenever it is full', () => {
  const lengths = Array.from({ length: 12 }, (_, at) => windowOf(Array(at + 1).fill(0), 6).length);
  expect(lengths).toEqual([1, 2, 3, 4, 5, 6, 4, 5, 6, 4, 5, 6]);
});

test('draws bytes as often as the model says', () => {
  const logits = [0, Math.log(3), -Infinity];
  const picks = Array.from({ length: 400 }, (_, at) => pick(logits, 1, (at + 0.5) / 400));
  expect([0, 1, 2].map((byte) => picks.filter((each) => each === byte).length)).toEqual([100, 300, 0]);
  expect(pick(logits, 0, 0.99)).toBe(1);
});

test('a prompt of nothing is refused', async () => {
  const wish = { prompt: new Uint8Array(), bytes: 1, context: 6, temperature: 0, seed: 1 };
  await expect(generate(async () => [1], wish)).rejects.toThrow('at least one byte');
});
