// Times of kernels that are taken apart, on the software adapter.
import { heldBack } from '@kernel-ladder/schema';
import type { Perturbations } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import { planOf } from '../../fixtures/probes.ts';
import type { probes } from '../../fixtures/probes.ts';
import { createCaseData } from '../launch/case-data.ts';
import { createLaunch } from '../launch/launch.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { measurePerturbations } from './measure.ts';

const gpu = useTestGpu();

// All texts are at hand: no file is looked for.
const load = () => '';

async function timesOf(name: keyof typeof probes) {
  const params = doubleCase(4096);
  const data = await createCaseData(gpu(), { family, params, seed: 1 });
  const spec = { family, params, plan: planOf(name), data, load };
  const launch = await createLaunch(gpu(), spec);
  const machine = {
    timer: { tickNs: 1, quantized: false, passOverheadNs: 0, dispatchNs: 0 },
    llc: { bytes: 0, source: 'default' as const },
  };
  try {
    return await measurePerturbations(
      { gpu: gpu(), family, load, machine, clock: null },
      { spec, launch, medianNs: 1e6 },
    );
  } finally {
    launch.free();
    data.free();
  }
}

// Of three turns on shared processors no interval says anything, and twice of something is soon lost in noise.
function ofMedians({ ownNs, timed }: Perturbations): Pick<Perturbations, 'timed'> {
  const plain = timed.filter(({ kind }) => kind === 'no-loads' || kind === 'no-arithmetic');
  return {
    timed: plain.map((each) => {
      const ratio = each.ns / ownNs;
      return { ...each, ratio, low: ratio, high: ratio };
    }),
  };
}

test(
  'a kernel that computes is held back by arithmetic, and one that loads is not',
  { retry: 2 },
  async () => {
    const [computes, loads] = [await timesOf('computes'), await timesOf('loads')];
    expect(heldBack(ofMedians(computes))?.by).toBe('arithmetic');
    expect(heldBack(ofMedians(loads))?.by).not.toBe('arithmetic');
    expect(loads.refused.map(({ kind }) => kind)).toContain('no-barriers');
  },
);
