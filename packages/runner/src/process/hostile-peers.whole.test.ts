// A library that goes wrong costs the id that it was asked for; what comes after it runs on, in a process of its own where it must.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result, Run } from '@kernel-ladder/schema';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bench, removeWithLocks } from '../../fixtures/testing.ts';

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'kernel-ladder-hostile-'));
const libraries = join(root, 'libraries');

// The reductions and their peers of this workspace, and a library of ours in the place of jax-js; the others are missing.
beforeAll(() => {
  mkdirSync(join(root, 'packages'));
  mkdirSync(join(root, 'results'));
  for (const name of ['kernel-reduce', 'peers'])
    symlinkSync(join(workspace, 'packages', name), join(root, 'packages', name));
  cpSync(join(workspace, 'suites'), join(root, 'suites'), { recursive: true });
  const folder = join(libraries, 'node_modules', '@jax-js', 'jax');
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const manifest = { name: '@jax-js/jax', version: '6.6.6', license: 'WTFPL', type: 'module' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  cpSync(join(workspace, 'packages/peers/fixtures/hostile-library.js'), join(folder, 'dist', 'index.js'));
  vi.stubEnv('KERNEL_LADDER_LIBRARIES', libraries);
  // To fill what is usual takes the host seconds.
  vi.stubEnv('KERNEL_LADDER_PEER_GIB', '1');
});
afterAll(() => {
  vi.unstubAllEnvs();
  removeWithLocks(root);
  rmSync(root, { recursive: true, force: true });
});

const idOf = (n: number) => `reduce/jax-js/n=${n},f32`;

/** How an id ends at a length at which the library goes wrong. */
const ends: readonly (readonly [n: number, how: string, code: string, says: RegExp])[] = [
  [101, 'throws', 'crashed', /the library gave up/],
  [102, 'hangs', 'timeout', /no result within 3 s/],
  [103, 'loses the device', 'device-lost', /destroyed/],
  [104, 'gives another length', 'crashed', /gives 7 of f32 as "result", the family wants 1 of f32/],
  [105, 'is wrong', 'wrong-result', /result\[0\] is 123456/],
  [106, 'takes 10 GiB', 'crashed', /SIGKILL: the library took \d\.\d GiB of memory, \d\.\d GiB are allowed/],
  [107, 'takes 10 GiB of the device', 'out-of-memory', /wants \d\.\d GiB of buffers, \d\.\d GiB are allowed/],
  [108, 'ends the process', 'crashed', /ended with code 0/],
  [109, 'computes but once', 'crashed', /submitted no compute pass/],
  [113, 'computes once for each input', 'wrong-result', /came after it was ready: result\[0\] is /],
  [110, 'submits what is invalid', 'crashed', /shader|parsing|pipeline/i],
  [111, 'never comes to an end', 'crashed', /ended with code 13/],
];

const results = new Map<string, Result>();
const codes: number[] = [];

async function run(timeoutS: number, ids: readonly string[]): Promise<void> {
  const flags = ['--suite', 'smoke', '--software', '--no-progress', '--out', `${timeoutS}.json`, '--json'];
  const { code, out } = await bench(root, [...flags, '--timeout', String(timeoutS), ...ids]);
  codes.push(code);
  const { results: found }: Run = JSON.parse(out);
  for (const result of found) results.set(result.id, result);
}

beforeAll(async () => {
  const hanging = 102;
  await run(3, [idOf(hanging)]);
  const others = ends.map(([n]) => n).filter((n) => n !== hanging);
  await run(120, [...others.map(idOf), idOf(112), 'reduce/tfjs/n=112,f32', 'reduce/naive/n=112,f32']);
});

test.for(ends)('a library that at n=%i %s', ([n, , code, says]) => {
  expect(results.get(idOf(n))).toMatchObject({
    status: 'failed',
    reason: { code, message: expect.stringMatching(says) },
    peer: { name: '@jax-js/jax', version: '6.6.6', settings: { licence: 'WTFPL' } },
  });
});

test('where it does what it should, it passes and is timed on the device', () => {
  expect(results.get(idOf(112))).toMatchObject({ status: 'passed', timing: { clock: 'peer' } });
});

test('all others have run, and both runs say that some have not', () => {
  expect(results.get('reduce/naive/n=112,f32')?.status).toBe('passed');
  expect(results.get('reduce/tfjs/n=112,f32')).toMatchObject({
    status: 'skipped',
    reason: { code: 'missing:@tensorflow/tfjs-backend-webgpu' },
  });
  expect(codes).toEqual([1, 1]);
});
