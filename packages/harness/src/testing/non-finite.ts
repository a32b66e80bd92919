// What every family promises of inputs on which WGSL promises nothing: how far a NaN or an infinity reaches.
import { formatCase } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import type { CaseParams, Family, Plan, Variant } from '../contract/family.ts';
import { inputsOf } from '../contract/inputs.ts';
import { planFor } from '../contract/plan.ts';
import type { Arrays } from '../contract/scalars.ts';
import { emulatedDevice } from '../emulator/check-rung.ts';
import { emulatePlan } from '../emulator/launch.ts';
import { fileLoader } from '../process/loader.ts';

const subgroupSize = 32;

/** The cases with such inputs, and how an answer to one of them breaks the family's promise. */
export interface NonFinite<Case extends CaseParams> {
  readonly set: string;
  /** Puts a number into the outputs, in place, that the promise rules out. */
  readonly spoil: (outputs: Arrays, params: Case) => void;
  /** Whether a rung runs the first and the last alone of the cases that it takes; all of them when left out. */
  readonly ends?: boolean;
}

/**
 * Declares a test for each rung and case: the rung keeps the promise on an emulated device, and the check rejects the same
 * answer once it is spoilt. `kernels` is the folder of the family's .wgsl files.
 */
export function testNonFinite<Case extends CaseParams>(
  family: Family<Case>,
  kernels: URL,
  { set, spoil, ends = false }: NonFinite<Case>,
): void {
  const load = fileLoader(kernels);
  const cases = family.edgeCases.find((each) => each.set === set)?.cases ?? [];
  const planned = (variant: Variant<Case>) => {
    const taken = cases.flatMap((params) => {
      const plan = planFor(variant, params, emulatedDevice(subgroupSize));
      return 'skip' in plan ? [] : [{ name: formatCase(family.params, params), params, plan }];
    });
    return ends ? taken.filter((_, index) => index % (taken.length - 1 || 1) === 0) : taken;
  };
  const answer = (params: Case, plan: Plan) => {
    const inputs = inputsOf(family, params, 1);
    const launch = { plan, inputs, outputs: family.outputs(params), load, subgroupSize };
    return { outputs: emulatePlan(launch).outputs, oracle: family.oracle(params, inputs) };
  };

  const rungs = family.variants.filter((variant) => planned(variant).length > 0);
  describe.for(rungs)('$name', (variant) => {
    test.for(planned(variant))(
      'keeps a number that is not finite where it belongs: $name',
      ({ params, plan }) => {
        const { outputs, oracle } = answer(params, plan);
        const { passed, observed, message } = oracle.verify(outputs, plan);
        expect({ passed, message, isNamed: observed !== undefined }).toEqual({
          passed: true,
          message: '',
          isNamed: true,
        });
        spoil(outputs, params);
        expect(oracle.verify(outputs, plan)).toMatchObject({ passed: false });
      },
    );
  });

  test('every rung but the automatic choice takes a case with a number that is not finite', () => {
    const others = family.variants.filter((variant) => !rungs.includes(variant));
    expect(others.map(({ name }) => name).filter((name) => name !== 'auto')).toEqual([]);
  });
}
