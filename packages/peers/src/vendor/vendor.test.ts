// The Python program answers for real: without torch by a reason and a remedy, with it by the families' own oracles.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { coverEdgeCases } from '@kernel-ladder/harness';
import type { CaseParams, Problem, SelfRunVariant } from '@kernel-ladder/harness';
import { useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { family as attention } from '@kernel-ladder/kernel-attention';
import { family as gemm } from '@kernel-ladder/kernel-gemm';
import { family as norm } from '@kernel-ladder/kernel-norm';
import { family as reduce } from '@kernel-ladder/kernel-reduce';
import { family as scan } from '@kernel-ladder/kernel-scan';
import { family as softmax } from '@kernel-ladder/kernel-softmax';
import { afterAll, describe, expect, test } from 'vitest';
import { allreduceVendorRows } from './allreduce.ts';
import { attentionVendorRows } from './attention.ts';
import { gemmArithmetic, gemmVendorRows } from './gemm.ts';
import { normVendorRows } from './norm.ts';
import { pythonAt } from './python.ts';
import { reduceVendorRows } from './reduce.ts';
import { vendorRows } from './row.ts';
import type { VendorRow } from './row.ts';
import { scanVendorRows } from './scan.ts';
import { createHost } from './session.ts';
import { softmaxVendorRows } from './softmax.ts';

const gpu = useSoftwareGpu();
const hardware = () => ({ ...gpu().facts, software: false });
const load = (file: string): never => {
  throw new Error(`no kernel file ${file}`);
};

const named = process.env['KERNEL_LADDER_PYTHON'] ?? 'python3';
// Torch needs its folder of packages: without it every Python is one without torch.
const bare = createHost(pythonAt(['python3', '-S'], 'cuda'));
const onProcessor = createHost(pythonAt([named], 'cpu'));
afterAll(() => {
  bare.close();
  onProcessor.close();
});
const hasTorch = spawnSync(named, ['-c', 'import torch']).status === 0;

test('without torch a row is a skip that names what was asked and what to do', () => {
  const [row] = vendorRows(scan, scanVendorRows, bare);
  const params = { n: 1000, mode: 'inclusive', fill: 'uniform', dtype: 'f32' } as const;
  expect(row!.plan(params, hardware())).toMatchObject({
    skip: {
      code: 'missing:torch',
      message: expect.stringMatching(/^python3 -c 'import torch': no module named torch .* install PyTorch/),
    },
  });
  expect(row!.plan(params, gpu().facts)).toMatchObject({ skip: { code: 'missing:cuda' } });
  expect(row!.plan({ ...params, n: 0 }, hardware())).toMatchObject({ skip: { code: 'not-applicable' } });
});

test('a Python that is not there is a skip too', () => {
  const host = createHost(pythonAt(['/no/such/python'], 'cuda'));
  const [row] = vendorRows(scan, scanVendorRows, host);
  const params = { n: 1000, mode: 'inclusive', fill: 'uniform', dtype: 'f32' } as const;
  expect(row!.plan(params, hardware())).toMatchObject({
    skip: { code: 'missing:python', message: expect.stringContaining('KERNEL_LADDER_PYTHON') },
  });
  expect(row!.peer).toMatchObject({ version: 'not found', settings: { licence: 'BSD-3-Clause' } });
});

test('a program that fails says how, and the next row finds a fresh one', async () => {
  const first = bare.session();
  await expect(first.ask({ verb: 'outputs', id: 1 })).rejects.toThrow(/No module named 'torch'/);
  expect(first.isOpen()).toBe(false);
  await expect(first.ask({ verb: 'outputs', id: 1 })).rejects.toThrow(/python3 ended by SIGKILL/);
  expect(bare.session()).not.toBe(first);
});

test('a process that ends by itself is told from one that answers', async () => {
  const host = createHost(pythonAt(['python3', '-c', 'import sys; sys.exit("no room here")'], 'cuda'));
  await expect(host.session().ask({ verb: 'outputs', id: 1 })).rejects.toThrow(
    'python3 ended by exit code 1: no room here',
  );
});

const starter = `
const { createHost } = await import(${JSON.stringify(new URL('./session.ts', import.meta.url).href)});
const { pythonAt } = await import(${JSON.stringify(new URL('./python.ts', import.meta.url).href)});
console.log(createHost(pythonAt(['python3', '-S'], 'cuda')).session().pid);
`;

const said = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return 'gone';
  }
};

test.runIf(process.platform === 'linux')(
  'a program that hangs ends with the process that started it',
  async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', starter], { stdio: 'pipe' });
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    // Past its start it waits for a request; stopped then, it does not even see that its input ends.
    await expect.poll(() => said(pid, 'cmdline'), patience).toMatch(/^[^\0]*python[^\0]*\0-S/);
    await expect.poll(() => said(pid, 'wchan'), patience).toMatch(/pipe|unix_stream/);
    process.kill(pid, 'SIGSTOP');
    parent.kill('SIGKILL');
    await expect.poll(() => said(pid, 'status'), patience).toMatch(/^gone|State:\s+Z/);
  },
);

const patience = { timeout: 20_000 };

interface Covering {
  readonly name: string;
  readonly cover: () => ReturnType<typeof coverEdgeCases>;
}

function covering<Case extends CaseParams>(
  family: Problem<Case>,
  rows: readonly VendorRow<Case>[],
): readonly Covering[] {
  // Triton and CUB have no kernels for a processor.
  const taken = rows.filter(({ needs }) => needs === undefined);
  return vendorRows(family, taken, onProcessor).map((variant) => ({
    name: `${family.name}/${variant.name}`,
    cover: () => cover(family, variant),
  }));
}

function cover<Case extends CaseParams>(family: Problem<Case>, variant: SelfRunVariant<Case>) {
  // All small cases, not six of a set: to a processor they are.
  return coverEdgeCases(gpu(), { family, variant, load, seed: 1, whole: true });
}

describe.skipIf(!hasTorch)('with torch on the processor', () => {
  test.for([
    ...covering(gemm, gemmVendorRows),
    ...covering(reduce, reduceVendorRows),
    ...covering(scan, scanVendorRows),
    ...covering(softmax, softmaxVendorRows),
    ...covering(norm, normVendorRows),
    ...covering(attention, attentionVendorRows),
  ])('$name is right on every awkward case that it takes', { timeout: 240_000 }, async ({ cover: run }) => {
    const { coverage, failure } = await run();
    expect(failure).toBeNull();
    expect(coverage.reduce((sum, set) => sum + set.passed, 0)).toBeGreaterThan(3);
  });

  test.for(['cold', 'hot', 'streaming'] as const)('brings a time of its own, %s', async (state) => {
    const [row] = vendorRows(scan, scanVendorRows, onProcessor);
    const params = { n: 1 << 16, mode: 'inclusive', fill: 'ones', dtype: 'u32' } as const;
    const inputs = { values: new Uint32Array(params.n).fill(1) };
    const caches = { state, llcBytes: 1 << 20, evict: async () => {} };
    const prepared = await row!.prepare(params, { inputs, gpu: gpu(), caches });
    const outputs = { result: new Uint32Array(params.n).fill(7) };
    await prepared.spoil(outputs);
    expect(await prepared.outputs()).toEqual(outputs);
    for (let sample = 0; sample < 3; sample++) expect(await prepared.run()).toBeGreaterThan(0);
    const { result } = await prepared.outputs();
    expect([...result!.slice(0, 3), result!.at(-1)]).toEqual([1, 2, 3, params.n]);
    await prepared.free();
    await expect(async () => prepared.run()).rejects.toThrow(/KeyError/);
  });
});

test('products of halves and bytes stand beside the roof of the matrix unit, others beside that of the family', () => {
  const params = gemm.cases.headline![0]!;
  const roofs = (name: string) =>
    (['f32', 'f16-f32', 'i8-i32'] as const).map((dtype) => gemmArithmetic(name, { ...params, dtype }));
  expect(roofs('cublas')).toEqual(['f32', 'tensor:f16-f32', 'tensor:i8-i32']);
  expect(roofs('cpu-1')).toEqual(['f32', 'f32', 'i32']);
});

test('NCCL takes as many devices as there are ranks', () => {
  const [row] = allreduceVendorRows;
  const facts = { ...(bare.python.facts() as object), devices: 2 } as never;
  const python = { ...bare.python, facts: () => facts };
  const params = {
    n: 1000,
    ranks: 4,
    op: 'sum',
    place: 'out',
    nodes: 2,
    fill: 'uniform',
    dtype: 'f32',
  } as const;
  expect(row!.plan(params, python)).toEqual({
    skip: { code: 'limit:devices', message: '4 ranks take as many devices, the driver offers 2' },
  });
  expect(row!.plan({ ...params, ranks: 2 }, python)).not.toHaveProperty('skip');
});
