// ONNX Runtime's attention is wrong in subgroups of four lanes, those of SwiftShader. Without subgroups it runs another kernel: that shows
// that the row asks for the right thing. A file of its own: the library reads once what a device has.
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { family } from '@kernel-ladder/kernel-attention';
import { expect, test } from 'vitest';
import { attentionLibraries } from './attention.ts';

const gpu = useTestGpu();
const load = (file: string): never => {
  throw new Error(`no kernel file ${file}`);
};

test('where subgroups are withheld, ONNX Runtime’s attention is right', async () => {
  const { device, facts } = gpu();
  const features = new Set([...facts.features].filter((feature) => !feature.startsWith('subgroup')));
  Object.defineProperty(device, 'features', { value: features });
  const [variant] = attentionLibraries.filter(({ name }) => name === 'onnxruntime-web');
  if (!variant) throw new Error('attention has no row of ONNX Runtime');
  const withheld = { ...gpu(), facts: { ...facts, features } };
  const { coverage, failure } = await coverEdgeCases(withheld, { family, variant, load, seed: 1 });
  expect(failure).toBeNull();
  expect(coverage.reduce((sum, set) => sum + set.passed, 0)).toBeGreaterThan(1);
});
