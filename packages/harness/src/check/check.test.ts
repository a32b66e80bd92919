import { submitPasses } from '@kernel-ladder/gpu';
import { expect, test, vi } from 'vitest';
import { doubleCase, family, launch, launchWithMemory } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { createCaseData } from '../launch/case-data.ts';
import { checkOnTwoSeeds, verifyUnknown } from './check.ts';
import { judge } from './judge-outputs.ts';
import { createLaunch } from '../launch/launch.ts';
import { elementwise } from '../contract/oracle.ts';

const gpu = useTestGpu();

async function check(file: string, n = 100) {
  const params = doubleCase(n);
  return checkOnTwoSeeds(gpu(), { family, params, plan: launch(file, params), load, seed: 1 });
}

test('passes the right kernel', async () => {
  const { largest, ...report } = await check('double.wgsl');
  expect(report).toEqual({ passed: true, maxAbs: 0, maxRel: 0, worst: 0, message: '' });
  // Twice what is drawn from [−1, 1), the larger of two seeds.
  expect(largest).toBeGreaterThan(1.5);
  expect(largest).toBeLessThan(2);
});

test('passes an empty case', async () => {
  expect((await check('double.wgsl', 0)).passed).toBe(true);
});

test.for([
  ['wrong/off-by-one.wgsl', /^doubled\[99\] is NaN, expected/],
  ['wrong/nan.wgsl', /^doubled\[0\] is NaN, expected/],
  ['wrong/unwritten.wgsl', /^doubled\[0\] is NaN, expected/],
  ['wrong/past-end.wgsl', /^doubled: the kernel wrote behind the last element$/],
  [
    'wrong/changes-input.wgsl',
    /^the kernel may change its inputs: wrong\/changes-input.wgsl binds "values" as read_write/,
  ],
] as const)('rejects %s in these words: %s', async ([file, message]) => {
  const report = await check(file);
  expect(report.passed).toBe(false);
  expect(report.message).toMatch(message);
});

test('is blind to nothing that a whole workgroup hides: the overrun shows where the last one is partial', async () => {
  expect((await check('wrong/past-end.wgsl', 64)).passed).toBe(true);
  expect((await check('wrong/past-end.wgsl', 63)).passed).toBe(false);
});

test('names a binding that is no buffer', async () => {
  const plan = launch('double.wgsl', { n: 4 });
  const passes = plan.passes.map((pass) => ({ ...pass, bindings: ['values', 'tripled'] }));
  const spoilt = { ...plan, passes };
  const checked = checkOnTwoSeeds(gpu(), { family, params: doubleCase(4), plan: spoilt, load, seed: 1 });
  await expect(checked).rejects.toThrow('double.wgsl binds "tripled", which is no input');
});

test('refuses scratch over the memory cap before it fills any', async () => {
  const plan = launch('double.wgsl', { n: 4 }, { scratch: { a: 600, b: 600 } });
  const capped = { ...gpu(), memoryCapBytes: 2000 };
  const checked = checkOnTwoSeeds(capped, { family, params: doubleCase(4), plan, load, seed: 1 });
  await expect(checked).rejects.toMatchObject({ code: 'out-of-memory' });
});

// Launches once more after the check, as a timing does, and checks what that launch left.
async function checkAgain(file: string, tolerance: number) {
  const params = doubleCase(100);
  const tolerant: typeof family = {
    ...family,
    oracle: (_, { values }) =>
      elementwise('f64 product', {
        output: 'doubled',
        expected: (index) => 2 * (values?.[index] ?? Number.NaN),
        tolerance: () => tolerance,
      }),
  };
  const data = await createCaseData(gpu(), { family: tolerant, params, seed: 1 });
  const spec = { family: tolerant, params, plan: launchWithMemory(file, params, 100), data, load };
  const launched = await createLaunch(gpu(), spec);
  const before = await verifyUnknown(gpu(), { spec, launch: launched });
  await submitPasses(gpu(), [launched.encode(0)]);
  const after = await judge(gpu(), { spec, launch: launched }, { data }).finally(launched.free);
  data.free();
  return { before: await before.report, after: after.report };
}

test('compares anew an output that differs from the checked one, and passes it where it is right', async () => {
  const { before, after } = await checkAgain('varies.wgsl', 1e-6);
  expect(before).toMatchObject({ passed: true, maxAbs: 0 });
  expect(after.passed).toBe(true);
  expect(after.maxAbs).toBeGreaterThan(0);
});

test('fails an output that differs from the checked one where every bit is due', async () => {
  const { before, after } = await checkAgain('varies.wgsl', 0);
  expect(before.passed).toBe(true);
  expect(after).toMatchObject({ passed: false, message: expect.stringMatching(/^doubled\[3\] is /) });
});

test('nobody waits for the device but who reads what it has left', async () => {
  const done = vi.spyOn(gpu().device.queue, 'onSubmittedWorkDone');
  const { passed } = await check('double.wgsl', 100);
  const waits = done.mock.calls.length;
  done.mockRestore();
  expect([passed, waits]).toEqual([true, 0]);
});
