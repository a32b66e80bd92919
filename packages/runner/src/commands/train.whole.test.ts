// The whole of `bench train` once, on a model of a few numbers; then what it says to what it cannot do.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parseTraining } from '@kernel-ladder/schema';
import type { Training } from '@kernel-ladder/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';

const training = fileURLToPath(new URL('../../../training', import.meta.url));
const small = ['--layers', '1', '--width', '8', '--heads', '2', '--context', '4', '--batch', '2'];
const on = ['train', '--software'];

let workspace: ReturnType<typeof createWorkspace>;
beforeAll(() => {
  workspace = createWorkspace();
  symlinkSync(training, join(workspace.root, 'packages', 'training'));
});
afterAll(() => workspace.remove());

const read = (name: string): Training =>
  parseTraining(name, JSON.parse(readFileSync(join(workspace.root, name), 'utf8')));

test('trains, tells how it goes, and leaves a result, a checkpoint, a trace and a reference behind', async () => {
  const files = [
    '--bytes',
    '3',
    '--out',
    'a.json',
    '--reference',
    'reference',
    '--profile',
    '--generate',
    'fn ',
  ];
  const { code, out, err } = await bench(workspace.root, [...on, ...small, '--steps', '3', ...files]);
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/step 3 of 3 {2}loss 5\.\d+/) });
  expect(err).toMatch(/^0\.00\d+ M parameters: 1 layers, width 8, 2 heads, context 4/m);
  expect(err).toMatch(/\d+ kernels in .* planned, .* between kernels/);
  expect(out).toMatch(/loss 5\.\d+ → 5\.\d+ nats a byte in 3 steps, 5\.\d+ on held-out text/);
  expect(out).toMatch(/a step of .* ms has .* ms of kernels:/);
  const result = read('a.json');
  expect(result.losses).toHaveLength(3);
  expect(result.sample?.prompt).toBe('fn ');
  expect(result.memory?.peakBytes).toBe(result.memory?.plannedBytes);
  const shares = result.profile?.operators.map(({ share }) => share) ?? [];
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
  const trace: unknown = JSON.parse(
    gunzipSync(readFileSync(join(workspace.root, 'a.trace.json.gz'))).toString(),
  );
  expect(trace).toMatchObject({
    traceEvents: expect.arrayContaining([expect.objectContaining({ ph: 'X' })]),
  });
  const names = ['a.checkpoint', 'reference/training.json', 'reference/parameters.f32'];
  expect(names.filter((name) => !existsSync(join(workspace.root, name)))).toEqual([]);
  const bytes = readFileSync(join(workspace.root, 'reference', 'offsets.i32'));
  expect(bytes.length).toBe(3 * 2 * 4);
});

test.for([
  [['--optimiser', 'adamm'], 'did you mean "adam"', 2],
  [['--heads', '3', '--width', '8'], '3 heads share a width that they divide, which 8 is not', 2],
  [['--lr', '0'], '--lr takes a number of at least', 2],
  [['--resume', 'none'], 'there is no checkpoint', 2],
  [['now'], 'not "now"', 2],
  [['--generate', ''], 'a text of at least one character', 2],
  [['compare', 'a.json'], 'takes two results or more', 2],
  [['compare', 'a.json', 'none.json'], 'there is no training result', 2],
] as const)('%j says %s', async ([argv, message, code]) => {
  const found = await bench(workspace.root, [...on, ...argv]);
  expect(found).toMatchObject({ code, err: expect.stringContaining(message) });
});

test('compares loss curves, and refuses those of another text', async () => {
  const ours = read('a.json');
  const write = (name: string, other: Training) =>
    writeFileSync(join(workspace.root, name), JSON.stringify(other));
  const losses = ours.losses.map((loss, step) => loss + (step === 1 ? 0.25 : 0.01));
  write('b.json', { ...ours, by: { name: 'pytorch', version: '2', mode: 'eager' }, losses, memory: null });
  const { code, out } = await bench(workspace.root, ['train', 'compare', 'a.json', 'b.json']);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/pytorch eager.*0\.25 at step 2/) });
  expect(out).not.toContain('another');
  const settings = { ...ours.settings, seed: 5, model: { ...ours.settings.model, width: 4 } };
  write('d.json', { ...ours, settings, losses: losses.slice(0, 2) });
  const unlike = await bench(workspace.root, ['train', 'compare', 'a.json', 'd.json']);
  expect(unlike.out).toContain(
    'kernel-ladder webgpu: was trained with another model.width, seed; only the first 2 of 3 steps are compared',
  );
  write('c.json', { ...ours, text: { ...ours.text, sha256: '0'.repeat(64) } });
  const stray = await bench(workspace.root, ['train', 'compare', 'a.json', 'c.json']);
  expect(stray).toMatchObject({ code: 2, err: expect.stringContaining('another text') });
});
