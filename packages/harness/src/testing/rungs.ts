// What every rung owes, on as many of its family's awkward cases as a run of tests waits for.
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import { expect, test } from 'vitest';
import { smallCases } from '../check/chosen-cases.ts';
import { coverEdgeCases } from '../check/coverage.ts';
import type { CaseParams, EdgeCaseSet, Family, Variant } from '../contract/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { planFor } from '../contract/plan.ts';
import { checkRung } from '../emulator/check-rung.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** Whose rungs, on how many cases of a set (six when left out), on each how many'th set (every one when left out), and who judges. */
export interface AwkwardCases<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly load: WgslLoader;
  readonly most?: number | undefined;
  readonly every?: number;
  readonly judges?: Judges;
}

/** Declares for each rung that its answers are right; `gpu` has the device once the tests run. */
export function testAwkwardCases<Case extends CaseParams>(
  gpu: () => Gpu,
  { family, load, most, every = 1, judges = sameThread }: AwkwardCases<Case>,
): void {
  test.for([...family.variants])(
    '$name is right on the awkward cases of a software adapter',
    { timeout: most === Infinity ? 600_000 : 60_000 },
    async (variant) => {
      const sets = setsOfRung(family, { variant, facts: gpu().facts }, every);
      const some = { ...family, edgeCases: sets };
      const report = await coverEdgeCases(gpu(), { family: some, variant, load, seed: 1, most, judges });
      expect(report.failure).toBeNull();
      const ran = report.coverage.some((set) => set.passed > 0);
      expect(ran || skipsByFeature(family, variant, gpu())).toBe(true);
    },
  );
}

/**
 * Of the sets that a rung has a case in each `every`th, from another one on than the rung before: rungs of a family see them all. Who would
 * have fewer than two has more of them.
 */
export function setsOfRung<Case extends CaseParams>(
  family: Family<Case>,
  scope: { readonly variant: Variant<Case>; readonly facts: DeviceFacts },
  every: number,
): readonly EdgeCaseSet<Case>[] {
  const first = family.variants.findIndex(({ name }) => name === scope.variant.name) % every;
  const taken = family.edgeCases.filter((set) =>
    smallCases(family, set).some((params) => !('skip' in planFor(scope.variant, params, scope.facts))),
  );
  const kept = taken.filter((_, index) => index % every === first);
  // One set alone may be of what is only observed.
  return kept.length < 2 && every > 1 ? setsOfRung(family, scope, every - 1) : kept;
}

/** Declares for each rung that it has no hazard, in a share of the steps that the emulator has for one. */
export function testEmulated<Case extends CaseParams>(
  family: Family<Case>,
  load: WgslLoader,
  share?: number,
): void {
  test.for([...family.variants])(
    '$name touches nothing that it must not, on emulated devices with subgroups of 4, 8 and 32',
    { timeout: 120_000 },
    (variant) => {
      const { faults, skipped } = checkRung(family, variant, load, share);
      expect(faults).toEqual([]);
      // Nothing is too large, and the emulated devices have every feature that a rung of this suite asks for.
      expect(skipped).toSatisfy((codes) => codes === null || codes.startsWith('feature:'));
    },
  );
}

// A variant may run nowhere on SwiftShader only because the adapter lacks a feature that it names.
function skipsByFeature<Case extends CaseParams>(
  family: Family<Case>,
  variant: Variant<Case>,
  gpu: Gpu,
): boolean {
  return (family.cases.headline ?? []).some((params) => {
    const plan = planFor(variant, params, gpu.facts);
    return 'skip' in plan && plan.skip.code.startsWith('feature:');
  });
}
