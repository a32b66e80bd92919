// The subgroup kernel takes its workgroup size as a constant; it is timed at 256, and right at any that a device offers.
import { coverEdgeCases } from '@kernel-ladder/harness';
import { withSubgroups } from '@kernel-ladder/kernel-kit';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { family } from './family.ts';
import { vectors } from './plans.ts';
import { levels } from './plans/vector.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useSoftwareGpu();

// Around the edges of the tiles; 4097 elements are 129 tiles of 32, more than a row of the grid.
const lengths = [33, 255, 257, 4097];
const foldsFor = (n: number) =>
  family.edgeCases
    .filter(({ set }) => set === 'EC-1D')
    .flatMap(({ cases }) => cases.filter((params) => params.n === n && params.op === 'sum'))
    .filter(({ dtype }) => dtype !== 'f16-f32')
    .slice(0, 1);
const edgeCases = lengths.map((n) => ({ set: `EC-1D, ${n} elements`, cases: foldsFor(n) }));

test.for([32, 64, 128, 256, 512, 1024])(
  'the subgroup kernel is right in workgroups of %i',
  async (size, { skip }) => {
    const missing = whyNot(size);
    if (missing) skip(missing);
    const variant = {
      name: 'tested',
      summary: '',
      plan: vectors(withSubgroups(levels('subgroup.wgsl', size))),
    };
    const report = await coverEdgeCases(gpu(), { family: { ...family, edgeCases }, variant, load, seed: 5 });
    expect(report.failure).toBeNull();
    expect(report.coverage.map(({ passed }) => passed)).toEqual(lengths.map(() => 1));
  },
);

function whyNot(size: number): string | null {
  const { features, limits, subgroupMaxSize } = gpu().facts;
  const offered = Math.min(
    limits['maxComputeInvocationsPerWorkgroup'] ?? 0,
    limits['maxComputeWorkgroupSizeX'] ?? 0,
  );
  if (!features.has('subgroups')) return 'the adapter has no subgroups';
  if (size > offered) return `the adapter offers workgroups of ${offered}, not of ${size}`;
  return size < subgroupMaxSize ? `a subgroup has up to ${subgroupMaxSize} lanes, more than ${size}` : null;
}
