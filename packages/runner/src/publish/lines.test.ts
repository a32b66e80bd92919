import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

test('lines are the texts with an end between each two, whatever their letters', () => {
  for (const texts of [[], ['one'], ['{"a":1}', 'µs', '“two” 𝄞'], ['x'.repeat(3_000_000), 'y']])
    expect(linesOf(texts).equals(Buffer.from(texts.join('\n')))).toBe(true);
});

test('the memory of lines is used again: what was made before is overwritten', () => {
  const before = linesOf(['first']);
  const after = linesOf(['other']);
  expect(before.toString()).toBe('other');
  expect(after.buffer).toBe(before.buffer);
});
