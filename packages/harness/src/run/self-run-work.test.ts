// What a variant that runs itself costs besides its runs: inputs, references and verdicts.
import type { Machine, Result } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';
import { doubleCase } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { family, loop, peer, row, runRow } from '../../fixtures/double/rows.ts';
import type { Changes } from '../../fixtures/double/rows.ts';
import type { SelfRunVariant } from '../contract/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { elementwise } from '../contract/oracle.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';
import { useTestGpu } from '../testing/test-gpu.ts';

const gpu = useTestGpu();
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
});

function resultOf(variant: SelfRunVariant<DoubleCase>, changes: Changes = {}): Promise<Result> {
  return runRow(variant, { gpu: gpu(), machine, ...changes });
}

const boundedOracle: typeof family.oracle = (_, { values }) =>
  elementwise('f64 product', {
    output: 'doubled',
    expected: (index) => 2 * (values?.[index] ?? Number.NaN),
    tolerance: () => 1e-6,
  });

const planOfAnyLength: typeof row.plan = ({ n }) => ({ implBytes: 8 * n, longestSum: 1 });

/** Judges that go on beside other work, and of which seeds they were asked for inputs, references and verdicts. */
function listening() {
  const asked = { inputs: [] as string[], prepared: [] as number[], verified: [] as number[] };
  const judges: Judges = {
    ...sameThread,
    isBeside: () => true,
    inputs: (of, request) => {
      asked.inputs.push(`n=${String(request.params['n'])} ${request.seed}`);
      return sameThread.inputs(of, request);
    },
    judge: (trial) => {
      const judge = sameThread.judge(trial);
      return {
        ...judge,
        prepare: () => asked.prepared.push(trial.seed),
        verify: (...question) => {
          asked.verified.push(trial.seed);
          return judge.verify(...question);
        },
      };
    },
  };
  return { asked, judges };
}

test('outputs that equal right ones are judged once, and others again', async () => {
  const steady = listening();
  await resultOf(row, { judges: steady.judges });
  expect(steady.asked.verified).toEqual([1, 2]);
  // Right within its bound, and another number each time.
  let runs = 0;
  const prepare: typeof row.prepare = (_, given) => {
    const { outputs, ...rest } = loop({}, given);
    const nudged = () => {
      const { doubled } = outputs() as { doubled: Float32Array };
      const other = doubled.slice();
      new Int32Array(other.buffer)[0]! += runs++;
      return { doubled: other };
    };
    return { ...rest, outputs: nudged };
  };
  const wavering = listening();
  const bounded = {
    ...family,
    oracle: boundedOracle,
  };
  const { status } = await resultOf({ ...row, prepare }, { family: bounded, judges: wavering.judges });
  expect([status, wavering.asked.verified]).toEqual(['passed', [1, 1, 2]]);
});

test('a large case, too, is tried on other inputs, whose reference nobody else needs', async () => {
  const { asked, judges } = listening();
  const { check } = await resultOf(
    { ...peer, plan: planOfAnyLength },
    { params: doubleCase(2 ** 20), judges },
  );
  expect(check).toMatchObject({ seeds: [1, 2], post: true });
  expect(asked).toMatchObject({ inputs: ['n=1048576 1', 'n=1048576 2'], verified: [1, 2] });
});

test('beside a peer the reference is made, and the inputs of the next case; beside what the host times no inputs are, but behind it', async () => {
  const following = { ids: [], case: { variant: peer, params: doubleCase(300) } };
  const beside = listening();
  await resultOf(peer, { judges: beside.judges, following });
  expect(beside.asked.inputs).toContain('n=300 1');
  expect(beside.asked.prepared).toContain(1);
  const timed = listening();
  const begun: boolean[] = [];
  const prepare: typeof row.prepare = (_, given) => {
    const { run, ...rest } = loop({}, given);
    return { ...rest, run: () => (begun.push(timed.asked.inputs.includes('n=300 1')), run()) };
  };
  await resultOf({ ...row, prepare }, { judges: timed.judges, following });
  expect([begun.slice(0, -1).includes(true), begun.at(-1)]).toEqual([false, true]);
  const refused = listening();
  await resultOf(peer, {
    judges: refused.judges,
    following: { ids: [], case: { variant: peer, params: doubleCase(20_000) } },
  });
  expect(refused.asked.inputs).not.toContain('n=20000 1');
});
