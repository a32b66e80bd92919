import { expect, test } from 'vitest';
import { bench, fixtures } from '../../fixtures/testing.ts';

test('without --json it reads as lines', async () => {
  const { code, out } = await bench(fixtures, ['doctor', '--software']);
  expect(code).toBe(0);
  expect(out).toMatch(/^machine +swiftshader-.*\n(.*\n)*roofs +copy [\d.]+ [MG]B\/s/);
});
