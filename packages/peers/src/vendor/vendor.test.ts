// What the Python program computes stands before the families' own oracles, here on the processor.
import { spawnSync } from 'node:child_process';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { CaseParams, Problem, SelfRunVariant } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { family as atomics } from '@kernel-ladder/kernel-atomics';
import { family as attention } from '@kernel-ladder/kernel-attention';
import { family as conv } from '@kernel-ladder/kernel-conv';
import { family as elementwise } from '@kernel-ladder/kernel-elementwise';
import { family as fusion } from '@kernel-ladder/kernel-fusion';
import { family as gemm } from '@kernel-ladder/kernel-gemm';
import { family as memory } from '@kernel-ladder/kernel-memory';
import { family as norm } from '@kernel-ladder/kernel-norm';
import { family as reduce } from '@kernel-ladder/kernel-reduce';
import { family as scan } from '@kernel-ladder/kernel-scan';
import { family as softmax } from '@kernel-ladder/kernel-softmax';
import { family as sort } from '@kernel-ladder/kernel-sort';
import { family as sparse } from '@kernel-ladder/kernel-sparse';
import { afterAll, describe, expect, test } from 'vitest';
import { allreduceVendorRows } from './allreduce.ts';
import { atomicsVendorRows } from './atomics.ts';
import { attentionArithmetic, attentionVendorRows } from './attention.ts';
import { convVendorRows } from './conv.ts';
import { elementwiseVendorRows } from './elementwise.ts';
import { fusionVendorRows } from './fusion.ts';
import { gemmArithmetic, gemmVendorRows } from './gemm.ts';
import { memoryVendorRows } from './memory-access.ts';
import { normVendorRows } from './norm.ts';
import { programs, pythonAt } from './python.ts';
import type { PythonFacts } from './python.ts';
import { reduceVendorRows } from './reduce.ts';
import { vendorRows } from './row.ts';
import type { VendorRow } from './row.ts';
import { scanVendorRows } from './scan.ts';
import { createHost } from './session.ts';
import { softmaxVendorRows } from './softmax.ts';
import { sortVendorRows } from './sort.ts';
import { sparseVendorRows } from './sparse.ts';

const gpu = useTestGpu();
const load = (file: string): never => {
  throw new Error(`no kernel file ${file}`);
};

const named = process.env['KERNEL_LADDER_PYTHON'] ?? 'python3';
const onProcessor = createHost(pythonAt([named], 'cpu'));
afterAll(() => onProcessor.close());
const hasTorch = spawnSync(named, ['-c', 'import torch']).status === 0;

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
  return coverEdgeCases(gpu(), { family, variant, load, seed: 1, most: Infinity });
}

describe.skipIf(!hasTorch)('with torch on the processor', () => {
  test.for([
    ...covering(gemm, gemmVendorRows),
    ...covering(reduce, reduceVendorRows),
    ...covering(scan, scanVendorRows),
    ...covering(softmax, softmaxVendorRows),
    ...covering(norm, normVendorRows),
    ...covering(attention, attentionVendorRows),
    ...covering(memory, memoryVendorRows),
    ...covering(elementwise, elementwiseVendorRows),
    ...covering(conv, convVendorRows),
    ...covering(sort, sortVendorRows),
    ...covering(sparse, sparseVendorRows),
    ...covering(atomics, atomicsVendorRows),
    ...covering(fusion, fusionVendorRows),
  ])('$name is right on every awkward case that it takes', async ({ cover: run }) => {
    const { coverage, failure } = await run();
    expect(failure).toBeNull();
    expect(coverage.reduce((sum, set) => sum + set.passed, 0)).toBeGreaterThan(3);
  });

  test('what is there is found out without importing it', () => {
    const { stderr, stdout } = spawnSync(named, ['-X', 'importtime', `${programs}probe.py`], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toHaveProperty('torch', expect.stringMatching(/^\d/));
    expect(stderr).toMatch(/\| +json$/m);
    expect(stderr).not.toMatch(/\| +(torch|triton|numpy)\b/);
  });

  test('what the program computes otherwise than the family is rejected', async () => {
    const rows = normVendorRows.map((row) => ({ ...row, constants: { epsilon: 0.1 } }));
    const { failure } = await cover(norm, vendorRows(norm, rows, onProcessor)[0]!);
    expect(failure).toMatch(/y\[\d+\] is /);
  });

  test('what no memory holds is the failure of one id, and the process goes on', async () => {
    const session = onProcessor.session();
    const params = { m: 2 ** 24, n: 2 ** 24, k: 0, batch: 1, layout: 'nn', epilogue: 'none', dtype: 'f32' };
    const work = { verb: 'prepare', id: -1, row: 'gemm/cublas', params, outputs: [] };
    const inputs = { a: new Float32Array(0), b: new Float32Array(0) };
    await expect(session.ask({ header: work, arrays: inputs })).rejects.toMatchObject({
      code: 'out-of-memory',
    });
    await expect(session.ask({ header: { verb: 'run', id: -1 } })).rejects.toThrow('KeyError: -1');
    expect(session.isOpen()).toBe(true);
  });

  test('where twice as many launches take no longer than some, batches grow', () => {
    // 17 µs a launch, by a clock of which 12 of them are no step.
    const program = `import sys; sys.path.insert(0, sys.argv[1])
import torch
from device import Cpu
from sampling import Sampler
from work import Work
class Coarse(Cpu):
    def time(self, launch, count, before):
        for index in range(count): launch(index)
        return 17_000 + 300_000 * (17_000 * count // 300_000)
sampler = Sampler(Coarse(), Work(lambda given: lambda: None, {}), {"x": torch.zeros(1)}, {"state": "hot", "llcBytes": 1})
print(sampler.sample() > 0, sampler.method(), sampler.batch)`;
    const { stdout, stderr } = spawnSync(named, ['-c', program, programs], { encoding: 'utf8' });
    expect({ stdout, stderr }).toMatchObject({ stdout: 'True slope 12\n' });
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
    // So short a launch is never timed alone.
    expect(prepared.method?.()).toBe('slope');
    const { result } = await prepared.outputs();
    expect([...result!.slice(0, 3), result!.at(-1)]).toEqual([1, 2, 3, params.n]);
    // Launches take copies of cold inputs in turn: each is of the others, whichever was the last.
    await prepared.replace({ values: new Uint32Array(params.n).fill(2) });
    for (let sample = 0; sample < 3; sample++) {
      await prepared.run();
      const others = await prepared.outputs();
      expect([others['result']![0], others['result']!.at(-1)]).toEqual([2, 2 * params.n]);
    }
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

test('attention in f16 by a library of the device has the roof of its products, not that of f32', () => {
  const params = attention.cases.headline![0]!;
  const roofs = (['f16', 'f32'] as const).map((dtype) =>
    ['onnxruntime-web', 'jax-js', 'cpu-n'].map((name) => attentionArithmetic(name, { ...params, dtype })),
  );
  expect(roofs).toEqual([
    ['f16', 'f16', 'f32'],
    ['f32', 'f32', 'f32'],
  ]);
});

test('attention in f32 has no roof: its products are three of TF32 each', () => {
  const params = attention.cases.headline![0]!;
  const roofs = (['f16', 'f32'] as const).map((dtype) =>
    attentionArithmetic('torch-efficient', { ...params, dtype }),
  );
  expect(roofs).toEqual(['tensor:f16-f32', 'tensor:tf32x3']);
  const row = vendorRows(attention, attentionVendorRows, onProcessor).find(
    ({ name }) => name === 'torch-efficient',
  );
  expect(row!.peer.settings).toMatchObject({ tf32: false, f32: 'three products of TF32' });
});

test('NCCL takes as many devices as there are ranks', () => {
  const [row] = allreduceVendorRows;
  const facts = { ...(onProcessor.python.facts() as PythonFacts), devices: 2 };
  const python = { ...onProcessor.python, facts: () => facts };
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
