import { planFor } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { timedCases } from '../cases.ts';
import { family } from '../family.ts';
import { pickVariant, ruleLengths } from '../pick.ts';
import { heldOutLengths, reduceCase } from '../cases/vector.ts';

test('the held-out lengths are thirty that no rule and no other size class knows', () => {
  const known = [
    ...ruleLengths,
    ...Object.entries(timedCases).flatMap(([size, cases]) =>
      size === 'held-out' ? [] : cases.map(({ n }) => n),
    ),
  ];
  expect(new Set(heldOutLengths).size).toBe(30);
  expect(heldOutLengths.filter((n) => known.includes(n) || Number.isInteger(Math.log2(n)))).toEqual([]);
  expect([heldOutLengths[0], heldOutLengths.at(-1)]).toEqual([22, 264_739_826]);
});

const limits = { maxComputeWorkgroupsPerDimension: 65_535 };
const subgroups = { subgroupMinSize: 32, subgroupMaxSize: 32, subgroupMatrixConfigs: [] };
const devices: readonly (DeviceFacts & { readonly name: string })[] = [
  { name: 'a GPU with subgroups', software: false, features: new Set(['subgroups']), limits, ...subgroups },
  { name: 'a GPU without subgroups', software: false, features: new Set(), limits, ...subgroups },
  { name: 'a CPU', software: true, features: new Set(['subgroups']), limits, ...subgroups },
];

const auto = variantNamed('auto');

test.for(devices)('auto has the plan of the rung that is picked on $name', (device) => {
  for (const params of family.cases['held-out'] ?? []) {
    const picked = variantNamed(pickVariant(params.n, device));
    expect(planFor(auto, params, device)).toEqual(planFor(picked, params, device));
  }
});

test.for(devices)('auto claims the held-out class and nothing else that is timed, on $name', (device) => {
  const claims = Object.entries(timedCases).map(([size, cases]) => {
    const claimed = cases.filter((params) => !('skip' in planFor(auto, params, device)));
    return [size, claimed.length];
  });
  expect(Object.fromEntries(claims)).toEqual({
    tiny: 0,
    small: 0,
    headline: 0,
    sweep: 0,
    huge: 0,
    'held-out': 30,
  });
  expect(planFor(auto, reduceCase(2 ** 26), device)).toMatchObject({ skip: { code: 'not-applicable' } });
});

function variantNamed(name: string) {
  const variant = family.variants.find((candidate) => candidate.name === name);
  if (!variant) throw new Error(`"${name}" is no rung`);
  return variant;
}
