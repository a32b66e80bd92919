// What a rung owes that can be tuned: every choice that its space calls legal has a sound plan, and those that are tried are right.
import { shuffled, survey } from '@kernel-ladder/autotune';
import type { Legal } from '@kernel-ladder/autotune';
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import { validateWgsl } from '@kernel-ladder/gpu/node';
import { formatCase } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { checkOnce } from '../check/check.ts';
import { listedCases } from '../contract/cases.ts';
import type { CaseParams, Family, Tuning, Variant } from '../contract/family.ts';
import { inputsOf } from '../contract/inputs.ts';
import { planFaults } from '../contract/plan-faults.ts';
import { planFor } from '../contract/plan.ts';
import { emulatedDevice } from '../emulator/check-rung.ts';
import { emulatePlan } from '../emulator/launch.ts';
import { createCaseData } from '../launch/case-data.ts';
import { tunableRungs } from '../tune/table.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { limitProfiles } from './limit-profiles.ts';

/** Declares the tests of a family's rungs that can be tuned: all choices planned on three devices, two of them emulated. */
export function testTuning<Case extends CaseParams>(family: Family<Case>, load: WgslLoader): void {
  const rungs = tunableRungs(family);
  test.for(rungs.flatMap((rung) => limitProfiles.map((profile) => ({ rung, profile }))))(
    'every choice of $rung.name is sound on $profile.name',
    { timeout: 120_000 },
    ({ rung, profile }) => {
      expect(choiceFaults(family, { rung, facts: profile.facts, load })).toEqual([]);
    },
  );
  testEmulatedChoices(family, load, 2);
}

/** Declares for each rung that can be tuned that so many of its choices, drawn, are right where they are emulated. */
export function testEmulatedChoices<Case extends CaseParams>(
  family: Family<Case>,
  load: WgslLoader,
  most: number,
): void {
  test.for([...tunableRungs(family)])(
    'choices of $name are right on an emulated large GPU',
    { timeout: 120_000 },
    async (rung) => {
      expect(await emulatedFaults({ family, rung, load }, most)).toEqual([]);
    },
  );
}

/** Declares those that run choices on the software adapter. */
export function testTunedChoices<Case extends CaseParams>(
  gpu: () => Gpu,
  { family, load }: { readonly family: Family<Case>; readonly load: WgslLoader },
): void {
  test.for([...tunableRungs(family)])('choices of $name are right', { timeout: 120_000 }, async (rung) => {
    expect(await wrongChoices(gpu(), { family, rung, load })).toEqual([]);
  });
}

interface Chosen<Case extends CaseParams> {
  readonly rung: Variant<Case> & { readonly tuning: Tuning<Case> };
  readonly facts: DeviceFacts;
  readonly load: WgslLoader;
}

// Of the largest timed case that the rung has a choice in: in a small one most choices are refused.
function choiceFaults<Case extends CaseParams>(
  family: Family<Case>,
  { rung, facts, load }: Chosen<Case>,
): readonly string[] {
  const [params] = casesWithChoice(family, rung, facts).toSorted(
    (one, other) => family.work(other).minBytes - family.work(one).minBytes,
  );
  if (!params) return runsHere(family, rung, facts) ? [`${rung.name} has no timed case with a choice`] : [];
  return legalIn(rung, params, facts).flatMap(({ name, candidate }) => {
    const plan = rung.tuning.plan(params, facts, candidate);
    const faults = 'skip' in plan ? [plan.skip.message] : planFaults(plan, { facts, load });
    return faults.map((fault) => `${formatCase(family.params, params)}, ${name}: ${fault}`);
  });
}

// In software a pipeline takes a while: some of the choices, of one of the tiny cases.
const sample = { cases: 1, choices: 4 };

async function wrongChoices<Case extends CaseParams>(
  gpu: Gpu,
  {
    family,
    rung,
    load,
  }: { readonly family: Family<Case>; readonly rung: Chosen<Case>['rung']; readonly load: WgslLoader },
): Promise<readonly string[]> {
  const { facts } = gpu;
  const tiny = casesWithChoice({ ...family, cases: { tiny: family.cases.tiny ?? [] } }, rung, facts);
  const wrong: string[] = [];
  for (const params of tiny.slice(0, sample.cases)) {
    const [data, other] = [
      await createCaseData(gpu, { family, params, seed: 1 }),
      await createCaseData(gpu, { family, params, seed: 2 }),
    ];
    for (const { name, candidate } of shuffled(legalIn(rung, params, facts), 1).slice(0, sample.choices)) {
      const plan = rung.tuning.plan(params, facts, candidate);
      const { passed, message } =
        'skip' in plan
          ? { passed: false, message: plan.skip.message }
          : await checkOnce(gpu, { family, params, plan, data, load }, other);
      if (!passed) wrong.push(`${formatCase(family.params, params)}, ${name}: ${message}`);
    }
    data.free();
    other.free();
  }
  return tiny.length > 0 || !runsHere(family, rung, facts)
    ? wrong
    : [`${rung.name} has no tiny case with a choice`];
}

// What a large GPU may choose no software adapter compiles: the compiler's front end takes it, and the emulator computes it right without a hazard.
async function emulatedFaults<Case extends CaseParams>(
  { family, rung, load }: Pick<Chosen<Case>, 'rung' | 'load'> & { readonly family: Family<Case> },
  most: number,
): Promise<readonly string[]> {
  const facts = limitProfiles[0]?.facts ?? emulatedDevice(subgroupSize);
  const tiny = { ...family, cases: { tiny: family.cases.tiny ?? [] } };
  const [params] = casesWithChoice(tiny, rung, facts);
  if (!params) return [`${rung.name} has no tiny case with a choice`];
  const inputs = inputsOf(family, params, 1);
  const oracle = family.oracle(params, inputs);
  const faults: string[] = [];
  for (const { name, candidate } of shuffled(legalIn(rung, params, facts), 2).slice(0, most)) {
    const plan = rung.tuning.plan(params, facts, candidate);
    if ('skip' in plan) return [plan.skip.message];
    for (const { wgsl } of plan.passes)
      faults.push(...(await validateWgsl(shaderText(wgsl, load))).map((fault) => `${name}: ${fault}`));
    const outputs = family.outputs(params);
    const { hazards, outputs: got } = emulatePlan({ plan, inputs, outputs, load, subgroupSize });
    faults.push(...hazards.map(({ message }) => `${name}: ${message}`));
    const { passed, message } = oracle.verify(got, { longestSum: plan.longestSum });
    if (!passed) faults.push(`${name}: ${message}`);
  }
  return faults;
}

const subgroupSize = 32;

function casesWithChoice<Case extends CaseParams>(
  family: Family<Case>,
  rung: Chosen<Case>['rung'],
  facts: DeviceFacts,
): readonly Case[] {
  return listedCases(family).flatMap(({ params }) => {
    const plan = planFor(rung, params, facts);
    if ('skip' in plan || plan.passes.length === 0) return [];
    return 'skip' in rung.tuning.space(params, facts) ? [] : [params];
  });
}

// A rung that asks for what a device lacks, such as a matrix unit, has no choice there.
function runsHere<Case extends CaseParams>(
  family: Family<Case>,
  rung: Chosen<Case>['rung'],
  facts: DeviceFacts,
): boolean {
  return listedCases(family).some(({ params }) => !('skip' in planFor(rung, params, facts)));
}

function legalIn<Case extends CaseParams>(
  { tuning }: Chosen<Case>['rung'],
  params: Case,
  facts: DeviceFacts,
): readonly Legal[] {
  const space = tuning.space(params, facts);
  return 'skip' in space ? [] : survey(space, facts).legal;
}
