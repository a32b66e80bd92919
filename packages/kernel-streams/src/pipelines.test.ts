// Pipelines are right on every awkward case, on inputs that come later too; those with a mistake in their order are found out.
import { runsItself } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { SelfRunVariant } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import type { StreamCase } from './cases.ts';
import { family } from './family.ts';
import { pipelineRow } from './pipeline/rows.ts';
import { streams } from './streams.ts';
import { brokenPipelines } from './wrong/schedules.ts';

const gpu = useTestGpu();
const load = fileLoader(new URL('./kernels/', import.meta.url));
const rows = streams(load).variants.filter(runsItself);

const cover = (variant: SelfRunVariant<StreamCase>, edgeCases = family.edgeCases) =>
  coverEdgeCases(gpu(), { family: { ...family, edgeCases }, variant, load, seed: 1 });

test.for(rows)('$name is right on the awkward cases that it takes', async (variant) => {
  const { coverage, failure } = await cover(variant);
  expect(failure).toBeNull();
  expect(coverage.reduce((sum, { passed }) => sum + passed, 0)).toBeGreaterThanOrEqual(5);
});

test.for(brokenPipelines)('$name is rejected wherever it shows', async ({ shows, ...pipeline }) => {
  const cases = family.edgeCases.flatMap((set) => set.cases).filter(shows);
  expect(cases.length).toBeGreaterThan(0);
  for (const params of cases.slice(0, 3)) {
    const { failure } = await cover(pipelineRow(pipeline, load), [{ set: 'shows', cases: [params] }]);
    expect(failure).toMatch(/y\[\d+\] is /);
  }
});
