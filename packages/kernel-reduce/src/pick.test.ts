import { expect, test } from 'vitest';
import { family } from './family.ts';
import { pickVariant } from './pick.ts';

const devices = [
  { name: 'a GPU with subgroups', software: false, features: ['subgroups'] },
  { name: 'a GPU without subgroups', software: false, features: [] },
  { name: 'a CPU', software: true, features: ['subgroups'] },
];

test.for(devices)('picks a rung of the ladder at every size on $name', ({ software, features }) => {
  const device = { software, features: new Set(features) };
  const known = family.variants.map((variant) => variant.name);
  for (let log2 = 0; log2 <= 28; log2++) expect(known).toContain(pickVariant(2 ** log2, device));
});
