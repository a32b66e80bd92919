import { closeDevice, liveBuffers } from '@kernel-ladder/gpu';
import { openGpu } from '@kernel-ladder/gpu/node';
import { parseResult } from '@kernel-ladder/schema';
import type { Machine, Result } from '@kernel-ladder/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { doubleCase, family, launch, wrongVariant } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { execute } from './execute.ts';
import { closeWorkbench, openWorkbench } from './workbench.ts';
import type { Workbench } from './workbench.ts';
import type { Variant } from '../contract/family.ts';
import { observing } from '../contract/oracle.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';

const gpu = useTestGpu();
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
});

function named(name: string): Variant<DoubleCase> {
  return family.variants.find((candidate) => candidate.name === name) ?? wrongVariant(name);
}

const run = (name: string, changes?: Partial<Workbench<DoubleCase>>) => runVariant(named(name), changes);

async function runVariant(
  variant: Variant<DoubleCase>,
  changes: Partial<Workbench<DoubleCase>> = {},
  params = doubleCase(100),
): Promise<Result> {
  const usual = { gpu: gpu(), family, load, machine, effort: 'quick', edgeCases: false } as const;
  const bench = openWorkbench({ ...usual, ...changes });
  const result = await execute(bench, { variant, params });
  closeWorkbench(bench);
  return parseResult(variant.name, result);
}

test('where nothing is to be timed, a right variant passes on its check and its awkward cases alone', async () => {
  const phases = new Set<string>();
  const bench = { timing: false, edgeCases: true, onProgress: (phase: string) => phases.add(phase) };
  const right = await run('double', bench);
  expect(right).toMatchObject({ status: 'passed', check: { seeds: [1, 2, 3], post: false } });
  expect([right.timing, right.metrics, right.check?.carryOver]).toEqual([undefined, undefined, undefined]);
  expect(right.coverage.length).toBeGreaterThan(0);
  expect(phases).not.toContain('warm-up');
  expect(await run('past-end', bench)).toMatchObject({ status: 'failed' });
});

describe('a right variant', () => {
  let result: Result;
  const phases = new Set<string>();
  beforeAll(async () => {
    result = await run('double', { edgeCases: true, onProgress: (phase) => phases.add(phase) });
  });

  test('passes with timing, metrics and the check that they stand on', () => {
    expect(result).toMatchObject({ id: 'double/double/n=100,f32', status: 'passed', comparable: false });
    expect(result.check).toMatchObject({
      oracle: 'f64 product',
      seeds: [1, 2, 3],
      maxAbs: 0,
      maxRel: 0,
      worstErrorOverTolerance: 0,
      post: true,
    });
    expect(result.timing?.n).toBe(result.samplesNs?.length);
    expect(result.metrics?.gbps).toBeCloseTo(800 / result.timing!.medianNs, 4);
  });

  test('has its awkward cases covered', () => {
    expect(result.coverage).toEqual([{ set: 'EC-1D', total: 6, passed: 6, skipped: 0, failed: [] }]);
  });

  test('says how it was launched and what it held', () => {
    expect(result.dispatch).toEqual({ passes: 1, workgroups: 2, workgroupSize: 64, sharedBytes: 0 });
    expect(result.loc).toEqual({ wgsl: 9, host: 0, counts: 'generator-and-imports' });
    expect(result.params).toEqual({ n: 100, sign: 'both', dtype: 'f32' });
    // Two vectors of 100, each with its guard bands.
    expect(result.peakBufferBytes).toBe(2 * 656);
  });

  test('tells of every phase', () => {
    expect([...phases]).toEqual(['edge cases', 'inputs', 'check', 'warm-up', 'sample', 'host', 'proof']);
  });
});

test.for([
  {
    n: 2 ** 29,
    cap: Infinity,
    code: 'limit:maxStorageBufferBindingSize',
    says: /^2 inputs and outputs have/,
  },
  { n: 2 ** 26, cap: 1000, code: 'out-of-memory', says: /the cap is 1000 bytes/ },
])('refuses $n elements before it makes them', async ({ n, cap, code, says }) => {
  const passes = launch('double.wgsl', { n: 64 }).passes;
  const small = {
    ...named('double'),
    plan: (params: DoubleCase) => launch('double.wgsl', params, { passes }),
  };
  const changes = { gpu: { ...gpu(), memoryCapBytes: cap }, family: { ...family, inputs: refuseInputs } };
  const { reason } = await runVariant(small, changes, doubleCase(n));
  expect(reason).toEqual({ code, message: expect.stringMatching(says) });
});

function refuseInputs(): never {
  throw new Error('the inputs were made');
}

const observed = () => observing('as it comes', () => 'propagates');

test('does not time what no answer can be right for', async () => {
  const before = liveBuffers(gpu()).count;
  const result = await run('double', { family: { ...family, oracle: observed } });
  expect(result).toMatchObject({ status: 'skipped', reason: { code: 'not-applicable' } });
  expect(result.reason?.message).toContain('right or wrong; what came out: propagates');
  expect(liveBuffers(gpu()).count).toBe(before);
});

test('the same kernel has the same hash, another dispatch of it another', async () => {
  const passes = launch('double.wgsl', { n: 100 }).passes.map((pass) => ({
    ...pass,
    workgroups: [3, 1, 1] as const,
  }));
  const longer = {
    ...named('double'),
    plan: (params: DoubleCase) => launch('double.wgsl', params, { passes }),
  };
  // What a busy machine makes of their times is no matter here.
  const untimed = { timing: false };
  const [first, again, other] = [
    await run('double', untimed),
    await run('double', untimed),
    await runVariant(longer, untimed),
  ];
  expect(again.kernelHash).toBe(first.kernelHash);
  expect(other).toMatchObject({ status: 'passed' });
  expect(other.kernelHash).not.toBe(first.kernelHash);
});

test('a file that passes run with different constants counts its lines once', async () => {
  const passes = [100, 50].flatMap((n) => launch('double.wgsl', { n }).passes);
  const twice = {
    ...named('double'),
    plan: (params: DoubleCase) => launch('double.wgsl', params, { passes }),
  };
  const result = await runVariant(twice, { timing: false });
  expect(result).toMatchObject({ dispatch: { passes: 2 }, loc: { wgsl: 9, host: 0 } });
});

test.for([
  ['invalid', 'failed', 'invalid-wgsl', /invalid\.wgsl:\d+:\d+: unresolved value 'twice'/],
  ['nan', 'failed', 'wrong-result', /doubled\[0\] is NaN/],
  ['changes-input', 'failed', 'wrong-result', /may change its inputs/],
  ['needs-f16', 'skipped', 'feature:shader-f16', /does not offer/],
  ['too-wide', 'skipped', 'limit:maxComputeWorkgroupsPerDimension', /the device offers 65535/],
] as const)('%s is %s as %s', async ([name, status, code, message]) => {
  const result = await run(name);
  expect(result).toMatchObject({ status, reason: { code, message: expect.stringMatching(message) } });
  expect(result.timing).toBeUndefined();
});

test('a variant that fails an awkward case is not timed', async () => {
  const result = await run('past-end', { edgeCases: true });
  expect(result.reason).toEqual({
    code: 'wrong-result',
    message: expect.stringContaining('EC-1D n=0,f32: '),
  });
});

test('checks the awkward cases of a variant once, however many ids it has', async () => {
  const covered: Workbench<DoubleCase>['covered'] = new Map();
  await run('double', { edgeCases: true, covered });
  const report = covered.get('double');
  await run('double', { edgeCases: true, covered });
  expect(covered.get('double')).toBe(report);
});

// Its first answer lies in the output when the timing begins.
test('a kernel that works only once is not timed on doing nothing', async () => {
  // Large enough to be checked on one seed: nothing but the output after the timing can tell.
  const result = await runVariant(named('only-once'), {}, doubleCase(600_000));
  expect(result.status).toBe('failed');
  expect(result.timing).toBeUndefined();
});

const slow = { name: 'Slow GPU', source: 'a datasheet', gbps: 1e-6, gflops: { f32: 1e-6 } };

test('a time that the datasheet rules out is a measurement error, and the next id is measured all the same', async () => {
  // A device that has timed nothing yet, as in a family's process.
  const fresh = await openGpu({ kind: 'software' });
  const impossible = await run('double', { gpu: fresh, machine: { ...machine, peaks: slow } });
  const next = await run('double', { gpu: fresh });
  closeDevice(fresh);
  expect(impossible.reason).toEqual({
    code: 'below-resolution',
    message: expect.stringContaining('of the datasheet’s peak'),
  });
  expect(next.status).toBe('passed');
});

test('where no datasheet is known, the measured roof is the ceiling', async () => {
  const roofs = {
    ...machine.roofs,
    copyGBps: 1e-6,
    readGBps: 1e-6,
    gflops: { ...machine.roofs.gflops, f32: 1e-6 },
  };
  const { reason } = await run('double', { machine: { ...machine, peaks: null, roofs } });
  expect(reason).toEqual({
    code: 'below-resolution',
    message: expect.stringContaining('of the measured roof'),
  });
});

test('a time within five per cent of the datasheet may be luck', async () => {
  const result = await run('double', {
    machine: { ...machine, peaks: { ...slow, gbps: 1e9, gflops: { f32: 1e9 } } },
  });
  expect(result.metrics?.pctOfPeak).toBeLessThan(105);
});

test('memory that does not suffice fails the id, and leaves nothing behind', async () => {
  const before = liveBuffers(gpu()).count;
  const result = await run('double', { gpu: { ...gpu(), memoryCapBytes: liveBuffers(gpu()).bytes + 1000 } });
  expect(result.reason?.code).toBe('out-of-memory');
  expect(liveBuffers(gpu()).count).toBe(before);
});

const oracle = () => {
  throw new Error('the oracle is out');
};

test('outputs that an earlier launch computed from the same inputs, and had checked, need no oracle', async () => {
  const known: Workbench<DoubleCase>['known'] = new Map();
  const first = await run('double', { known });
  const again = await run('double', { known, family: { ...family, oracle } });
  const { carryOver: _, ...check } = first.check!;
  expect(again).toMatchObject({ status: 'passed', check, kernelHash: first.kernelHash });
});

test('what differs from the known outputs is compared, and other inputs have none', async () => {
  const known: Workbench<DoubleCase>['known'] = new Map();
  const { id } = await run('double', { known });
  const wrong = { ...named('nan'), name: 'double' };
  expect(await runVariant(wrong, { known })).toMatchObject({ id, reason: { code: 'wrong-result' } });
  const otherSeed = { known, seed: 7, family: { ...family, oracle } };
  expect((await run('double', otherSeed)).reason?.message).toBe('the oracle is out');
});

test('a wrong kernel becomes known to nobody', async () => {
  const known: Workbench<DoubleCase>['known'] = new Map();
  await run('off-by-one', { known });
  expect(known.size).toBe(0);
});

test('the median alone comes without what the host does', async () => {
  const result = await run('double', { headlineOnly: true });
  expect(result.timing?.medianNs).toBeGreaterThan(0);
  expect(result.host).toBeUndefined();
});

test('a fault of the family itself is a crash in its own words', async () => {
  expect((await run('double', { family: { ...family, oracle } })).reason).toEqual({
    code: 'crashed',
    message: 'the oracle is out',
  });
});
