// A kernel with its transfers answers as the loops beside it do: the family's own inputs and oracle.
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { CaseParams, PlanCase, Problem, SelfRunVariant } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { trip as gemmTrip } from './gemm.ts';
import { trip as reduceTrip } from './reduce.ts';
import { roundTrip } from './round-trip.ts';
import type { Trip } from './round-trip.ts';
import { trip as scanTrip } from './scan.ts';

const gpu = useTestGpu();
const load = (file: string): never => {
  throw new Error(`a row loads its own kernels, not ${file}`);
};

function cover<Case extends CaseParams>(trip: Trip<Case>) {
  const family: Problem<Case> = trip.family;
  const variant: SelfRunVariant<Case> = roundTrip(trip);
  return coverEdgeCases(gpu(), { family, variant, load, seed: 1 });
}

test.for([
  ['reduce', () => cover(reduceTrip), 10],
  ['gemm', () => cover(gemmTrip), 5],
  ['scan', () => cover(scanTrip), 10],
] as const)('%s: what comes back is right', async ([, covered, least]) => {
  const { coverage, failure } = await covered();
  expect(failure).toBeNull();
  expect(coverage.reduce((sum, set) => sum + set.passed, 0)).toBeGreaterThan(least);
});

test('a trip takes what the loops take, and no more', () => {
  const { plan } = roundTrip(gemmTrip);
  const takes = (params: Parameters<typeof plan>[0]) => !('skip' in plan(params, gpu().facts));
  const [plain, half] = [gemmTrip.family.cases.small![0]!, gemmTrip.family.cases.headline![1]!];
  expect([takes(plain), takes(half)]).toEqual([true, false]);
});

// The kernels of a family with something else in their place.
function withPlans<Case extends CaseParams>(
  trip: Trip<Case>,
  change: (plan: PlanCase<Case>) => PlanCase<Case>,
): Trip<Case> {
  const variants = trip.family.variants.map((rung) => ({ ...rung, plan: change(rung.plan) }));
  return { ...trip, family: { ...trip.family, variants } };
}

test.for([
  [
    'that launches nothing',
    () =>
      cover(
        withPlans(reduceTrip, (plan) => (...asked) => {
          const made = plan(...asked);
          return 'skip' in made ? made : { ...made, passes: [] };
        }),
      ),
    /result\[0\] is /,
  ],
  [
    'of another product',
    () =>
      cover(
        withPlans(
          gemmTrip,
          (plan) =>
            ({ k, ...params }, device) =>
              plan({ ...params, k: Math.max(0, k - 1) }, device),
        ),
      ),
    /c\[\d+\] is /,
  ],
] as const)('the check rejects a trip %s', async ([, covered, says]) => {
  expect((await covered()).failure).toMatch(says);
});
