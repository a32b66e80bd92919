// Rows with a clock of their own, whose outputs are compared while the device goes on.
import type { Machine } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';
import { doubleCase } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { faulty, rejections } from '../../fixtures/double/faulty-rows.ts';
import { family, freed, row, runRow } from '../../fixtures/double/rows.ts';
import { load } from '../../fixtures/gpu.ts';
import type { SelfRunVariant } from '../contract/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { begin } from './execute.ts';
import { closeWorkbench, openWorkbench } from './workbench.ts';

const gpu = useTestGpu();
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
});

// Judges in other threads, which speak when they are let: what they compare is as it was when they were asked.
function judgesBeside(speak: Promise<void> = Promise.resolve()): Judges {
  return {
    ...sameThread,
    isBeside: () => true,
    judge: (trial) => {
      const judge = sameThread.judge(trial);
      const verify: typeof judge.verify = async (outputs, accuracy) => {
        const read = structuredClone(outputs);
        await speak;
        return judge.verify(read, accuracy);
      };
      return { ...judge, verify };
    },
  };
}

/** The same row with a clock of its own. */
const asPeer = (variant: SelfRunVariant<DoubleCase>): SelfRunVariant<DoubleCase> => ({
  ...variant,
  kind: 'peer',
  clock: 'peer',
  prepare: async (params, given) => {
    const { run, ...rest } = await variant.prepare(params, given);
    return { ...rest, run: async () => (await run(), 1000) };
  },
});

test('what a peer leaves is judged beside what follows, once its device is done', async () => {
  const { promise: speak, resolve } = Promise.withResolvers<void>();
  const judges = judgesBeside(speak);
  const bench = openWorkbench({
    gpu: gpu(),
    family,
    load,
    machine,
    judges,
    effort: 'quick',
    edgeCases: false,
  });
  const before = freed.count;
  const { result } = await begin(bench, { variant: asPeer(row), params: doubleCase(100) });
  expect([result instanceof Promise, freed.count - before]).toEqual([true, 1]);
  resolve();
  expect(await result).toMatchObject({
    status: 'passed',
    timing: { clock: 'peer' },
    check: { oracle: 'f64 product', seeds: [1, 2], post: true },
  });
  closeWorkbench(bench);
});

test.for(rejections)(
  'a peer that is judged beside what follows is rejected as well: %s',
  async ([name, code, message]) => {
    const variant = asPeer(faulty(name));
    const result = await runRow(variant, { gpu: gpu(), machine, judges: judgesBeside() });
    expect(result).toMatchObject({
      status: 'failed',
      reason: { code, message: expect.stringMatching(message) },
    });
    expect(result.timing).toBeUndefined();
  },
);
