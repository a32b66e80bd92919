import type { Machine, Result } from '@kernel-ladder/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { doubleCase } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { faulty, rejections } from '../../fixtures/double/faulty-rows.ts';
import { family, freed, loop, peer, row, runRow } from '../../fixtures/double/rows.ts';
import type { Changes } from '../../fixtures/double/rows.ts';
import { load } from '../../fixtures/gpu.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import type { Given, Prepared, SelfRunVariant } from '../contract/family.ts';
import { createHostCases } from '../launch/host-cases.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { findSubject, listFamily, showId } from './listing.ts';

const gpu = useTestGpu();
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
});

function resultOf(variant: SelfRunVariant<DoubleCase>, changes: Changes = {}): Promise<Result> {
  return runRow(variant, { gpu: gpu(), machine, ...changes });
}

const call = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

const withCall: typeof peer.prepare = async (params, given) => ({
  ...(await peer.prepare(params, given)),
  call,
});

test('beside the time that a peer brings stands what its users wait for', async () => {
  const { timing, wallNs } = await resultOf({ ...peer, prepare: withCall });
  expect(timing).toMatchObject({ clock: 'peer', cache: 'hot' });
  expect(wallNs).toBeGreaterThan(4e6);
  expect((await resultOf(peer)).wallNs).toBeUndefined();
});

test('of a simulated family a variant with a device for each rank is not simulated', async () => {
  const of = { ...family, simulated: true };
  expect(await resultOf(peer, { family: of })).toHaveProperty('simulated', true);
  expect(await resultOf({ ...peer, simulated: false }, { family: of })).not.toHaveProperty('simulated');
});

test('while the host’s clock is looked at nothing is made for the cases to come', async () => {
  let underWay = 0;
  const judges: Judges = {
    ...sameThread,
    isBeside: () => true,
    inputs: async (of, request) => {
      underWay++;
      if (request.params['n'] === 1000) await new Promise((resolve) => setTimeout(resolve, 200));
      underWay--;
      return sameThread.inputs(of, request);
    },
  };
  const hosts = createHostCases({ family, judges });
  hosts.begin({ params: doubleCase(1000), seed: 1 }, false);
  const seen: number[] = [];
  const prepare: typeof row.prepare = (_, given) => {
    const { run, ...rest } = loop({}, given);
    return { ...rest, run: () => (seen.push(underWay), run()) };
  };
  expect(await resultOf({ ...row, prepare }, { hosts })).toMatchObject({ status: 'passed' });
  const [check, ...timed] = seen;
  expect([check, new Set(timed)]).toEqual([1, new Set([0])]);
});

test('a variant that runs itself is not timed where nothing is to be', async () => {
  const untimed = await resultOf(row, { timing: false });
  expect([untimed.status, untimed.check?.post, untimed.timing]).toEqual(['passed', false, undefined]);
});

describe('a variant that runs itself', () => {
  let result: Result;
  beforeAll(async () => {
    freed.count = 0;
    result = await resultOf(row, { edgeCases: true });
  });

  test('is checked by the oracle of its family, on its awkward cases too', () => {
    expect(result).toMatchObject({ id: 'double/cpu/n=100,f32', kind: 'cpu', status: 'passed' });
    expect(result.check).toMatchObject({ oracle: 'f64 product', seeds: [1, 2], post: true });
    expect(result.coverage).toEqual([{ set: 'EC-1D', total: 6, passed: 6, skipped: 0, failed: [] }]);
  });

  test('says who ran and how it was timed, and has neither shader nor launch', () => {
    expect(result.peer).toEqual(row.peer);
    expect(result).not.toHaveProperty('kernelHash');
    expect(result).not.toHaveProperty('dispatch');
    expect(result).not.toHaveProperty('loc');
  });

  test('is timed by the host’s clock, as long as a launch is', () => {
    expect(result.timing).toMatchObject({ clock: 'host', method: 'slope', cache: 'hot' });
    expect(result.timing!.n).toBe(result.samplesNs!.length);
    expect(result.metrics!.gbps).toBeCloseTo(800 / result.timing!.medianNs, 4);
    expect(result.metrics).not.toHaveProperty('pctOfRoof');
  });

  test('is not compared between commits: the machine’s key does not name its processor', () => {
    expect(result).toMatchObject({ comparable: false });
    expect(result.comparableReasons).toContain('host-clock');
  });

  test('is freed after each of its cases', () => {
    // Six awkward ones, and the one that is timed.
    expect(freed.count).toBe(7);
  });
});

test('a peer with a clock of its own brings its times', async () => {
  const result = await resultOf(peer);
  expect(result).toMatchObject({
    kind: 'peer',
    status: 'passed',
    timing: { clock: 'peer', method: 'single' },
  });
  expect(result.metrics).toHaveProperty('gbps');
  expect(result.comparableReasons).toEqual(['software-adapter']);
});

test.for(rejections)('%s is rejected as %s', async ([name, code, message]) => {
  const result = await resultOf(faulty(name));
  expect(result).toMatchObject({
    status: 'failed',
    reason: { code, message: expect.stringMatching(message) },
  });
  expect(result.timing).toBeUndefined();
});

/** A peer whose clock shows so many ns. */
function clocked(ns: number): SelfRunVariant<DoubleCase> {
  const prepare = (_: DoubleCase, given: Given): Prepared => {
    const { run, ...rest } = loop({}, given);
    return {
      ...rest,
      run: async () => {
        await run();
        return ns;
      },
    };
  };
  return { ...peer, prepare };
}

// Of a device that is known to do ten operations a ns.
const rated = () => ({ ...machine, roofs: { ...machine.roofs, gflops: { f32: 10 } } });

const withMethod: typeof peer.prepare = async (params, given) => ({
  ...(await peer.prepare(params, given)),
  method: () => 'slope',
});

test('a peer says how it came by its time', async () => {
  expect((await resultOf({ ...peer, prepare: withMethod })).timing).toMatchObject({
    method: 'slope',
    clock: 'peer',
  });
});

test('a time that no such device can reach is a measurement error of a peer too', async () => {
  expect((await resultOf(clocked(1e-3), { machine: rated() })).reason).toMatchObject({
    code: 'below-resolution',
    message: expect.stringMatching(/of the measured roof: a measurement error/),
  });
});

test('the roofs of one device say nothing of ranks that have a device each', async () => {
  expect((await resultOf(clocked(1e9), { machine: rated() })).metrics).toHaveProperty('pctOfRoof');
  const { status, metrics } = await resultOf({ ...clocked(1e-3), simulated: false }, { machine: rated() });
  expect([status, Object.keys(metrics!)]).toEqual(['passed', ['gbps', 'gflops']]);
});

test('a peer without the time that it promised fails', async () => {
  const silent = { ...peer, prepare: (_: DoubleCase, given: Given) => loop({}, given) };
  expect((await resultOf(silent)).reason?.message).toBe('a variant with a clock of its own brought no time');
});

test('an awkward case that goes wrong keeps it from being timed', async () => {
  const result = await resultOf(faulty('writes-nothing'), { edgeCases: true });
  expect(result.reason).toMatchObject({
    code: 'wrong-result',
    message: expect.stringMatching(/^EC-1D n=1,f32: /),
  });
});

test('is listed with its kind, shown with its peer, and skipped where it takes no case', () => {
  const { rungs, ids } = listFamily(family, gpu());
  expect(rungs.at(-2)).toEqual({ name: 'cpu', summary: 'a loop', kind: 'cpu' });
  expect(ids.find(({ variant }) => variant === 'cpu')).toMatchObject({ kind: 'cpu', status: 'runnable' });
  const { id } = ids.find(({ variant }) => variant === 'peer')!;
  expect(showId(family, gpu(), { id, load })).toMatchObject({ passes: [], peer: peer.peer });
  const { variant } = findSubject(family, id);
  expect(variant.plan(doubleCase(20_000), gpu().facts)).toMatchObject({ skip: { code: 'not-applicable' } });
});
