// The example of the README is a file that runs, on every device.
import { readFileSync } from 'node:fs';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { classify } from './example.ts';
import { devices, errorOf } from './testing.ts';

const gpu = useTestGpu();
const text = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

test('the README shows the example as it runs', () => {
  expect(text('../README.md')).toContain(`\`\`\`ts\n${text('example.ts')}\`\`\``);
});

test.for(devices(gpu))('the example gives the shares of two classes on $name', async ({ open }) => {
  await using device = open();
  const [a = 0, b = 0, ...others] = await classify(device);
  expect(others).toHaveLength(4);
  expect(a + b).toBeCloseTo(1, 6);
  await using reference = devices(gpu)[0]?.open();
  expect(errorOf([a, b, ...others], reference ? await classify(reference) : [])).toBeLessThan(1e-5);
});
