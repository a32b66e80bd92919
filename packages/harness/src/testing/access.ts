// How rungs reach global memory, as the emulator traces it: what a ladder says of that is held to it.
import { formatCase } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import type { CaseParams, Family } from '../contract/family.ts';
import { inputsOf } from '../contract/inputs.ts';
import { planFor } from '../contract/plan.ts';
import { emulatedDevice } from '../emulator/check-rung.ts';
import type { AccessPattern } from '../emulator/emulate.ts';
import { emulatePlan } from '../emulator/launch.ts';
import { fileLoader } from '../process/loader.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** Lanes of the subgroups that are traced. */
const lanes = 32;

/** Declares the tests that the rungs named reach global memory on a case as their `access` says; `kernels` is the folder of the .wgsl files. */
export function testAccess<Case extends CaseParams>(
  family: Family<Case>,
  kernels: URL,
  traced: readonly (readonly [rung: string, params: Case])[],
): void {
  const load = fileLoader(kernels);
  test.for(traced)('%s reaches global memory as its ladder says', ([rung, params]) => {
    const said = family.variants.find(({ name }) => name === rung)?.access;
    expect(tracedAccess(family, load, [rung, params])).toBe(said);
  });

  test('what a ladder says of an access is traced', () => {
    const named = new Set(traced.map(([rung]) => rung));
    const untraced = family.variants.filter(({ name, access }) => access !== undefined && !named.has(name));
    expect(untraced.map(({ name }) => name)).toEqual([]);
  });
}

// Of a launch that is right: that is what was traced.
function tracedAccess<Case extends CaseParams>(
  family: Family<Case>,
  load: WgslLoader,
  [rung, params]: readonly [rung: string, params: Case],
): string {
  const name = `${rung} ${formatCase(family.params, params)}`;
  const variant = family.variants.find((each) => each.name === rung);
  const plan = variant ? planFor(variant, params, emulatedDevice(lanes)) : null;
  if (!plan || 'skip' in plan) return `${name} is not planned`;
  const inputs = inputsOf(family, params, 1);
  const outputs = family.outputs(params);
  const launched = emulatePlan({ plan, inputs, outputs, load, subgroupSize: lanes, logs: true });
  const { passed, message } = family.oracle(params, inputs).verify(launched.outputs, plan);
  return passed ? accessInWords(launched.patterns) : `${name}: ${message}`;
}

/** Patterns buffer by buffer: the kind, and the lines of 128 bytes that an access touches for the bytes that it asks for. */
export function accessInWords(patterns: ReadonlyMap<string, AccessPattern>): string {
  return [...patterns]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, { kind, lines, bytes }]) => {
      const count = Number(lines.toFixed(1));
      return `${name} ${kind}, ${count} ${count === 1 ? 'line' : 'lines'} for ${Math.round(bytes)} B`;
    })
    .join('; ');
}
