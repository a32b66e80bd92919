// Whether a kernel gives the same bits each time: its own output words and their checksums over twenty launches.
import { readBuffer, submitPasses } from '@kernel-ladder/gpu';
import { expect, test } from 'vitest';
import { doubleCase, family, launch, launchWithMemory } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { createCaseData } from '../launch/case-data.ts';
import { poisonOutputs, verifyUnknown } from './check.ts';
import { checksum } from '../launch/checksum.ts';
import type { Plan } from '../contract/family.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch } from '../launch/launch.ts';

const gpu = useTestGpu();
const repeats = 20;

async function wordsOf(launched: Launch): Promise<Uint32Array> {
  const buffer = launched.outputs.get('doubled')!;
  return new Uint32Array(await readBuffer(gpu(), buffer, { offset: 0, bytes: buffer.size }));
}

/** How many words, and how many checksums, differ from the first launch's at each of twenty repeats. */
async function repeat(params: DoubleCase, plan: Plan) {
  const data = await createCaseData(gpu(), { family, params, seed: 1 });
  const spec = { family, params, plan, data, load };
  const launched = await createLaunch(gpu(), spec);
  const first = await verifyUnknown(gpu(), { spec, launch: launched });
  const expected = await wordsOf(launched);
  const [words, sums]: [number[], number[]] = [[], []];
  for (let round = 0; round < repeats; round++) {
    poisonOutputs(gpu(), spec, launched);
    await submitPasses(gpu(), [launched.encode(0)]);
    const now = await wordsOf(launched);
    words.push(now.filter((word, index) => word !== expected[index]).length);
    const outputs = await checksum(gpu(), [...launched.outputs.values()], data.salt);
    sums.push(outputs.filter((sum, index) => sum !== first.sums[index]).length);
  }
  const { passed } = await first.report;
  launched.free();
  data.free();
  return { passed, words, sums };
}

const none = Array(repeats).fill(0);
const allOne = Array(repeats).fill(1);
const exactCases = [1, 65, 1000, 65_537].map(doubleCase);

test.for(exactCases)(
  'a kernel declared exact has no differing word over 20 repeats at n = $n',
  async (params) => {
    const repeated = await repeat(params, launch('double.wgsl', params));
    expect(repeated).toEqual({ passed: true, words: none, sums: none });
  },
);

test('a kernel that changes one bit from its second launch on is caught by words and by checksum, every time', async () => {
  const params = doubleCase(1000);
  const repeated = await repeat(params, launchWithMemory('varies.wgsl', params, 1));
  expect(repeated).toEqual({ passed: true, words: allOne, sums: allOne });
});

test('a kernel that writes nothing from its second launch on differs in every word', async () => {
  const params = doubleCase(1000);
  const { words, sums } = await repeat(params, launchWithMemory('wrong/only-once.wgsl', params, params.n));
  expect({ words, sums }).toEqual({ words: Array(repeats).fill(params.n), sums: allOne });
});
