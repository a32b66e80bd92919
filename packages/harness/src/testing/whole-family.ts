// What a family owes beside what every change waits for: minutes over all families.
import { describe, expect, test } from 'vitest';
import type { CaseParams, Family } from '../contract/family.ts';
import { fileLoader } from '../process/loader.ts';
import { strayEquivalents } from './equivalents.ts';
import { testControls } from './faults.ts';
import { hardwareFaults } from './hardware.ts';
import { otherGpus } from './limit-profiles.ts';
import { isOwner } from './owner.ts';
import { perturbedFaults } from './perturbed.ts';
import { rememberingJudges } from './remembering.ts';
import { testAwkwardCases, testEmulated } from './rungs.ts';
import { useTestGpu } from './test-gpu.ts';
import { testEmulatedChoices, testTunedChoices } from './tuning.ts';

// A change of the family's own kernels waits for whole sets.
const most = process.env['KERNEL_LADDER_CASES'] === 'all' ? Infinity : undefined;

/**
 * Declares the tests of a family that `pnpm test:whole` has; `kernels` is the folder of its .wgsl files. They run on SwiftShader, each
 * rung on six cases of a set, and emulated with all the steps that there are for it.
 */
export function testWholeFamily<Case extends CaseParams>(family: Family<Case>, kernels: URL): void {
  const load = fileLoader(kernels);
  const gpu = useTestGpu();
  describe(`${family.name}`, () => {
    const judges = rememberingJudges();
    testAwkwardCases(gpu, { family, load, most, judges });
    testControls(gpu, { family, load, judges });
    testEmulated(family, load);
    if (isOwner(family, kernels)) {
      testTunedChoices(gpu, { family, load });
      testEmulatedChoices(family, load, 8);
    }

    test.runIf(isOwner(family, kernels))(
      'no text of a launch is one that a large GPU refuses',
      { timeout: 120_000 },
      async () => {
        expect(await hardwareFaults(family, load, true)).toEqual([]);
      },
    );

    test.for(isOwner(family, kernels) ? otherGpus : [])(
      'no launch is one that $name refuses',
      { timeout: 120_000 },
      async ({ facts }) => {
        expect(await hardwareFaults(family, load, false, facts)).toEqual([]);
      },
    );

    test.runIf(isOwner(family, kernels))(
      'no kernel that is taken apart is one that a large GPU refuses',
      { timeout: 120_000 },
      async () => {
        expect(await perturbedFaults(family, load)).toEqual([]);
      },
    );

    test.runIf(isOwner(family, kernels))(
      'lists no mutant as equivalent whose place is gone',
      { timeout: 60_000 },
      () => {
        const file = new URL('../../mutants.json', kernels);
        expect(strayEquivalents(family, { load, facts: gpu().facts, file })).toEqual([]);
      },
    );
  });
}
