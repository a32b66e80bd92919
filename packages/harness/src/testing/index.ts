// The tests that every family owes: its kernels are right, its wrong kernels are caught, and nothing leaks.
import { closeDevice, liveBuffers } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { openGpu } from '@kernel-ladder/gpu/node';
import { formatCase } from '@kernel-ladder/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCaseData } from '../launch/case-data.ts';
import { checkOnce } from '../check/check.ts';
import { readCase } from '../contract/cases.ts';
import type { CaseParams, Family, Variant } from '../contract/family.ts';
import type { Arrays } from '../contract/scalars.ts';
import { fileLoader } from '../process/loader.ts';
import { inputsOf } from '../contract/inputs.ts';
import { faultCases, testFaults } from './faults.ts';
import { testAwkwardCases, testEmulated } from './rungs.ts';
import { claimFaults } from '../contract/claims.ts';
import { planFaults } from '../contract/plan-faults.ts';
import type { PlanContext } from '../contract/plan-faults.ts';
import { planFor } from '../contract/plan.ts';
import { createRandom, seedOf } from '../contract/random.ts';
import { allocate, bytesOf, poisonWord, view } from '../contract/scalars.ts';
import { unbelievedClaims } from './claims.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { exemptions } from './exemptions.ts';
import { hardwareFaults } from './hardware.ts';
import { isOwner } from './owner.ts';
import { otherPlansOfSiblings, withMatrixUnit, withoutRefill } from './exact.ts';
import { partsThatDiffer } from './parts.ts';
import { rememberingJudges } from './remembering.ts';
import { catchEmulated } from './emulated-faults.ts';
import { testTuning } from './tuning.ts';

export { combinations } from '@kernel-ladder/autotune';
export { validateWgsl } from '@kernel-ladder/gpu/node';
export { emulatedDevice } from '../emulator/check-rung.ts';
export { emulatePlan } from '../emulator/launch.ts';
export { inTurn, stalling } from '../emulator/emulate.ts';
export type { Order } from '../emulator/emulate.ts';
export type { AccessPattern } from '../emulator/emulate.ts';
export { accessInWords, testAccess } from './access.ts';
export { createCountedMachine } from './counted.ts';
export { catchFault } from '../check/catch-fault.ts';
export { testNonFinite } from './non-finite.ts';
export { useTestGpu } from './test-gpu.ts';
export { testWholeFamily } from './whole-family.ts';

/**
 * Declares the tests of a family that every change waits for; `kernels` is the folder of its .wgsl files. They run on SwiftShader,
 * each rung on one case of every third set, and emulated as far as a few cases reach: `testWholeFamily` goes further.
 */
export function testFamily<Case extends CaseParams>(family: Family<Case>, kernels: URL): void {
  const load = fileLoader(kernels);
  let cases: readonly Case[] = [];
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await openGpu({ kind: 'software' });
    cases = faultCases(family);
  });
  afterAll(() => {
    expect(liveBuffers(gpu).count).toBe(0);
    closeDevice(gpu);
  });

  const isOwn = isOwner(family, kernels);
  describe(`${family.name}`, () => {
    const judges = rememberingJudges();
    testAwkwardCases(() => gpu, { family, load, judges, most: 1, every: 3 });

    testEmulated(family, load, 1 / 16);

    testFaults(() => gpu, { family, load, judges });

    const emulated = family.wrong.filter(({ emulatedOn }) => emulatedOn);
    test.for(isOwn ? emulated : [])('the check rejects $name, emulated', { timeout: 60_000 }, (fault) => {
      const due = { rejection: fault.answer, isWhereItShows: true, control: 'passed' };
      expect(catchEmulated(family, fault, load)).toMatchObject(due);
    });

    test('the check rejects outputs that nobody wrote', () => {
      const accepted = cases.filter((params) => acceptsUnwritten(family, params));
      expect(accepted).toEqual([]);
    });

    test('the check rejects zeros and another seed’s output', async () => {
      const tiny = family.cases.tiny ?? [];
      for (const params of tiny)
        expect(accepts(family, params, mapOutputs(family, params, allocate))).toBe(false);
      // Each is a kernel to compile.
      for (const params of tiny.slice(0, 2))
        expect(await acceptsOtherSeed(gpu, { family, load }, params)).toBe(false);
    });

    test('the parts that threads judge say what the whole says', { timeout: 60_000 }, () => {
      expect(partsThatDiffer(family, load)).toEqual([]);
    });

    test('no timed case is one that a variant is there to get wrong', () => {
      const timed = Object.values(family.cases).flat();
      const broken = family.variants.filter(({ breaksOn }) =>
        timed.some((params) => (breaksOn?.(params) ?? null) !== null),
      );
      expect(broken).toEqual([]);
    });

    test('no plan of 500 drawn from all cases is one that a device refuses', () => {
      expect(randomPlanFaults(family, { facts: gpu.facts, load })).toEqual([]);
    });

    test.runIf(isOwn)('no launch is one that a large GPU refuses', { timeout: 60_000 }, async () => {
      expect(await hardwareFaults(family, load)).toEqual([]);
    });

    test.runIf(isOwn)('the cases that a timed launch is proven on are launched as it is', () => {
      expect(otherPlansOfSiblings(family, [gpu.facts, withMatrixUnit(gpu.facts)])).toEqual([]);
    });

    test.runIf(isOwn)('every rung takes another fill of each case that it is timed on', () => {
      expect(withoutRefill(family, [gpu.facts, withMatrixUnit(gpu.facts)])).toEqual([]);
    });

    test.runIf(isOwn)(
      'no timed plan has a longer chain of additions than its threads make believable',
      () => {
        const devices = [gpu.facts, withMatrixUnit(gpu.facts)];
        expect(unbelievedClaims(family, { devices, load })).toEqual([]);
      },
    );

    test('reads every case back from its name', () => {
      const all = [...Object.values(family.cases).flat(), ...family.edgeCases.flatMap((set) => set.cases)];
      for (const params of all) {
        const name = formatCase(family.params, params);
        expect({ name, params: readCase(family, name) }).toEqual({ name, params });
      }
    });

    test('chooses cases that there are for a software adapter', () => {
      const names = new Map(
        family.edgeCases.map(({ set, cases: own }) => [
          set,
          own.map((params) => formatCase(family.params, params)),
        ]),
      );
      const stray = Object.entries(family.chosen ?? {}).flatMap(([set, chosen]) =>
        chosen.filter((name) => !names.get(set)?.includes(name)).map((name) => `${set} ${name}`),
      );
      expect(stray).toEqual([]);
    });

    test.runIf(isOwn)('no variant exempts itself from most of its check', { timeout: 60_000 }, () => {
      expect(exemptions(family, withMatrixUnit(gpu.facts))).toEqual([]);
    });

    if (isOwn) testTuning(family, load);

    test('names every case and variant once', () => {
      const named = Object.values(family.cases).map((group) =>
        group.map((params) => formatCase(family.params, params)),
      );
      for (const group of named) expect(new Set(group).size).toBe(group.length);
      const variants = [...family.variants, ...family.wrong].map((variant) => variant.name);
      expect(new Set(variants).size).toBe(variants.length);
    });
  });
}

// Those that are too large to run here included; `planFor` would skip a grid that is too wide, and hide it.
function randomPlanFaults<Case extends CaseParams>(
  family: Family<Case>,
  context: PlanContext,
): readonly string[] {
  const random = createRandom(seedOf(family.name, 1));
  const all = [...Object.values(family.cases).flat(), ...family.edgeCases.flatMap((set) => set.cases)];
  const draw = <T>(items: readonly T[]) => items[random.integer(0, items.length - 1)];
  return Array.from({ length: 500 }, () => ({ variant: draw(family.variants), params: draw(all) })).flatMap(
    ({ variant, params }) => {
      if (!variant || !params) throw new Error(`${family.name} has no variants or no cases`);
      const plan = variant.plan(params, context.facts);
      if (!('skip' in plan))
        return [...planFaults(plan, context), ...claimFaults(family, params, plan)].map(
          (fault) => `${variant.name} ${formatCase(family.params, params)}: ${fault}`,
        );
      const isNamed = /^(?:limit|feature):|^not-applicable$/.test(plan.skip.code);
      return isNamed ? [] : [`${variant.name} skips as "${plan.skip.code}"`];
    },
  );
}

interface Subject<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly variant: Variant<Case>;
  readonly load: WgslLoader;
}

// An empty output has nothing to write.
function acceptsUnwritten<Case extends CaseParams>(family: Family<Case>, params: Case): boolean {
  const poisoned = mapOutputs(family, params, (type, length) => {
    const words = new Uint32Array(Math.ceil((length * bytesOf(type)) / 4)).fill(poisonWord(type));
    return view(type, words.buffer, length);
  });
  const isEmpty = Object.values(poisoned).every((array) => array.length === 0);
  return !isEmpty && accepts(family, params, poisoned);
}

function accepts<Case extends CaseParams>(family: Family<Case>, params: Case, outputs: Arrays): boolean {
  const inputs = inputsOf(family, params, 1);
  return family.oracle(params, inputs).verify(outputs, { longestSum: 1 }).passed;
}

async function acceptsOtherSeed<Case extends CaseParams>(
  gpu: Gpu,
  { family, load }: Pick<Subject<Case>, 'family' | 'load'>,
  params: Case,
): Promise<boolean> {
  const plans = family.variants.map((variant) => planFor(variant, params, gpu.facts));
  const plan = plans.find((candidate) => !('skip' in candidate));
  if (!plan || 'skip' in plan) return false;
  const [first, second] = [
    await createCaseData(gpu, { family, params, seed: 1 }),
    await createCaseData(gpu, { family, params, seed: 2 }),
  ];
  const data = { ...second, judge: first.judge };
  const report = await checkOnce(gpu, { family, params, plan, data, load }, second);
  first.free();
  second.free();
  return report.passed;
}

function mapOutputs<Case extends CaseParams>(
  family: Family<Case>,
  params: Case,
  make: typeof allocate,
): Arrays {
  const shapes = Object.entries(family.outputs(params));
  return Object.fromEntries(shapes.map(([name, shape]) => [name, make(shape.type, shape.length)]));
}
