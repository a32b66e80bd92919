// Times in order, and rates that follow from them: each rule on a contradiction that is planted into a recorded run.
import { expect, test } from 'vitest';
import { validateRun } from '../index.ts';
import type { Run } from '../index.ts';
import { measureRun } from '../node.ts';
import { recorded, setMachine, setRate, setResult, setTiming } from './testing.ts';
import type { Planted } from './testing.ts';

const planted: readonly Planted[] = [
  {
    what: 'a minimum above the median',
    change: setTiming(({ medianNs }) => ({ minNs: medianNs + 1 })),
    says: '/results/0/timing/p05Ns: 342272 is below minNs, 343809',
  },
  ...(['p05Ns', 'p25Ns', 'medianNs', 'p75Ns', 'p95Ns', 'p99Ns', 'maxNs'] as const).map((name) => ({
    what: `${name} below what stands before it`,
    change: setTiming(() => ({ [name]: 1000 })),
    says: `/results/0/timing/${name}: 1000 is below `,
  })),
  {
    what: 'an interval above the median',
    change: setTiming(({ medianNs }) => ({ ciLowNs: medianNs + 1 })),
    says: '/results/0/timing/medianNs: 343808 is below ciLowNs, 343809',
  },
  {
    what: 'an interval below the median',
    change: setTiming(({ medianNs }) => ({ ciHighNs: medianNs - 1 })),
    says: '/results/0/timing/ciHighNs: 343807 is below medianNs, 343808',
  },
  {
    what: 'a mean beyond the maximum',
    change: setTiming(() => ({ meanNs: 346_113 })),
    says: '/results/0/timing/maxNs: 346112 is below meanNs, 346113',
  },
  {
    what: 'a deviation beyond the range',
    change: setTiming(() => ({ sdNs: 10_000 })),
    says: '/results/0/timing/sdNs: 10000 is above the range from minNs to maxNs, 5120',
  },
  {
    what: 'disorder in the other cache state',
    change: setResult(({ timing }) => (timing ? { secondary: [{ ...timing, maxNs: 1 }] } : {})),
    says: '/results/0/secondary/0/maxNs: 1 is below p99Ns, 345600',
  },
  {
    what: 'another number of samples',
    change: setResult(() => ({ samplesNs: [343_808] })),
    says: '/results/0/samplesNs: has 1 samples, and timing/n is 144',
  },
  {
    what: 'another bandwidth',
    change: setRate({ gbps: 3123.5 }),
    says: '/results/0/metrics/gbps: 3123.5 is not minBytes / medianNs, 3123.1',
  },
  {
    what: 'another arithmetic rate',
    change: setRate({ gflops: 342 }),
    says: '/results/0/metrics/gflops: 342 is not flops / medianNs, 341.59',
  },
  {
    what: 'more work in the same time',
    change: setResult(({ work }) => ({ work: { ...work, minBytes: 2 * work.minBytes } })),
    says: '/results/0/metrics/gbps: 3123.1 is not minBytes / medianNs, 6246.2',
  },
  {
    what: 'a rank that moves more than all',
    change: setRate({ algbw: 3200 }),
    says: '/results/0/metrics/algbw: 3200 is above gbps, 3123.1',
  },
  {
    what: 'a compile time that is not its stages',
    change: setRate({ compileNs: 7, buildNs: 1, passesNs: 2, generateNs: 3, pipelinesNs: 4 }),
    says: '/results/0/metrics/compileNs: 7 is not buildNs + passesNs + generateNs + pipelinesNs, 10',
  },
  {
    what: 'another share of the peak',
    change: setRate({ pctOfPeak: 70 }),
    says: '/results/0/metrics/pctOfPeak: 70 follows from no peak',
  },
  {
    what: 'more than the peak',
    change: setRate({ pctOfPeak: 106 }),
    says: '/results/0/metrics/pctOfPeak: 106 is above 105',
  },
  {
    what: 'a share of no peak',
    change: setMachine({ peaks: null }),
    says: '/results/0/metrics/pctOfPeak: 65.064, and the machine has no',
  },
];

test.for(planted)('refuses $what', ({ change, says }) => {
  expect(() => validateRun('run.json', change(recorded))).toThrow(`run.json: ${says}`);
});

// In another order: what is planted into the first result stands behind others, and its numbers behind theirs.
function textOf(run: Run): Buffer {
  const results = run.results.toReversed().filter(({ status }) => status === 'passed');
  return Buffer.from(JSON.stringify({ ...run, results }));
}

test.for(planted)('takes no run by words and numbers with $what', ({ change }) => {
  expect(measureRun('run.json', textOf(recorded))).not.toBe(null);
  expect(measureRun('run.json', textOf(change(recorded)))).toBe(null);
});

test('takes a compile time and its stages, each rounded by itself', () => {
  const rounded = { compileNs: 1_048_600_000, buildNs: 273_750, passesNs: 436_270, generateNs: 1_926_900 };
  const run = setRate({ ...rounded, pipelinesNs: 1_045_900_000 })(recorded);
  expect(() => validateRun('run.json', run)).not.toThrow();
});
