// The tests that every family of rows owes for its automatic choice.
import type { CaseParams, DeviceFacts, Family } from '@kernel-ladder/harness';
import { planFor } from '@kernel-ladder/harness';
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import type { Rows } from './rows.ts';

/** A family's choice, and what it is expected to take. */
export interface RowPicks<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly pickVariant: (params: Case, device: DeviceFacts) => string;
  readonly caseOf: (rows: number, columns: number) => Case;
  readonly isHeldOut: (params: Case) => boolean;
  readonly takes: readonly (Rows & { readonly takes: string })[];
  /** What a device without subgroups takes. */
  readonly tree: string;
}

const gpu = emulatedDevice(32);
const plain: DeviceFacts = { ...gpu, features: new Set<string>() };

/** Declares them: what is taken, with which plan, and at which shapes alone. */
export function testRowPicks<Case extends CaseParams>(picks: RowPicks<Case>): void {
  const { family, pickVariant, caseOf, isHeldOut } = picks;
  const variantOf = (name: string) => {
    const found = family.variants.find((variant) => variant.name === name);
    if (!found) throw new Error(`${family.name} has no rung "${name}"`);
    return found;
  };
  const auto = variantOf('auto');
  const { 'held-out': judged = [], ...tuned } = family.cases;
  const claims = (params: Case) => !('skip' in auto.plan(params, gpu));

  test.for(picks.takes)('takes $takes for $rows x $columns', ({ rows, columns, takes }) => {
    expect(pickVariant(caseOf(rows, columns), gpu)).toBe(takes);
  });

  test('takes a tree where there are no subgroups', () => {
    expect(pickVariant(caseOf(3000, 3000), plain)).toBe(picks.tree);
  });

  test.for([gpu, plain])('auto has the plan of the rung that is picked', (device) => {
    for (const params of judged)
      expect(planFor(auto, params, device)).toEqual(
        planFor(variantOf(pickVariant(params, device)), params, device),
      );
  });

  test('auto is listed at the six shapes held out, none of which it was tuned on, and nowhere else', () => {
    expect(judged.map(claims)).toEqual([true, true, true, true, true, true]);
    const others = Object.values(tuned).flat();
    expect(others.filter((params) => isHeldOut(params) || claims(params))).toEqual([]);
  });
}
