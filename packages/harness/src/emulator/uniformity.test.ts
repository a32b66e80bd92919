// What Tint's uniformity analysis refuses by itself, and where the emulator has to look in its place.
import { validateWgsl } from '@kernel-ladder/gpu/node';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync(new URL('../../fixtures/emulator/tile-sums.wgsl', import.meta.url), 'utf8');

function withBarrier(replacement: string): string {
  return text.replace('// The sum is in storage.\n  storageBarrier();', replacement);
}

test('Tint takes barriers that all threads reach', async () => {
  expect(await validateWgsl(text)).toEqual([]);
});

test.for([
  'if (thread < 32u) { storageBarrier(); }',
  'if (values[0] == 1u && sums[0] == 1u) { storageBarrier(); }',
  'for (var turn = 0u; turn < thread; turn++) { storageBarrier(); }',
  'if (at >= N) { return; }\n  storageBarrier();',
])('Tint refuses a barrier that it cannot prove all threads to reach: %s', async (replacement) => {
  const words = await validateWgsl(withBarrier(replacement));
  expect(words.join('\n')).toMatch(/'storageBarrier' must only be called from uniform control flow/);
});

test('no directive turns that off; one does for subgroup operations, and then only the emulator sees them', async () => {
  const barrier = `diagnostic(off, subgroup_uniformity);\n${withBarrier('if (thread < 32u) { storageBarrier(); }')}`;
  expect(await validateWgsl(barrier)).not.toEqual([]);
  const subgroup = withBarrier('if (at % 2u == 0u) { own += subgroupAdd(own); }\n  storageBarrier();');
  expect((await validateWgsl(`enable subgroups;\n${subgroup}`)).join('\n')).toMatch(
    /'subgroupAdd' must only be called/,
  );
  const silenced = `enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n${subgroup}`;
  expect(await validateWgsl(silenced)).toEqual([]);
});
