import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const id = 'faults/right/n=128,f32';

test('prints the exact WGSL that runs, specialised, with launch, bindings, work and tolerance', async () => {
  const { code, out } = await bench(root, ['show', id, '--software']);
  const file = readFileSync(join(root, 'packages/kernel-faults/src/kernels/double.wgsl'), 'utf8');
  expect(code).toBe(0);
  expect(out).toContain(file.replace('const N = 64u;', 'const N = 128u;'));
  expect(out).toContain('── pass 1/1: double.wgsl, 2 × 1 × 1 workgroups of 64, 0 B of workgroup memory');
  expect(out).toContain('binds values, doubled');
  expect(out).toContain('operations, 1024 bytes at least, 1024 bytes by this algorithm');
  expect(out).toContain('tolerance   exact');
});
