import { afterAll, expect, test } from 'vitest';
import { createIo, createWorkspace } from '../../fixtures/testing.ts';
import { chooseOrHeadline, launchFamily, openSide } from './bench-side.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

test('a launch is told what the launches before it had checked', async () => {
  const { io } = createIo(root);
  const wanted = { gpu: { kind: 'software' }, seed: 1, effort: 'quick' } as const;
  const side = await openSide(io, root, wanted, { hold: async () => {} });
  const family = side.families.find(({ name }) => name === 'faults')!;
  const ids = side.listings
    .flatMap((listing) => listing.ids)
    .filter(({ id }) => id === 'faults/right/n=64,f32');
  const launch = async () => (await launchFamily(io, side, { family, ids, timeoutMs: 60_000 }))[0]!;
  const first = await launch();
  const known = side.known.get(first.id)!;
  expect(known.check).toEqual(first.check);
  // A name that no oracle has: it can come from nowhere else.
  side.known.set(first.id, { ...known, check: { ...known.check, oracle: 'told' } });
  expect((await launch()).check?.oracle).toBe('told');
  // Sums of other outputs tell nothing.
  side.known.set(first.id, { ...known, sums: known.sums.map((sum) => sum + 1) });
  expect((await launch()).check?.oracle).toBe(first.check?.oracle);
});

test('where globs only leave ids out, the headline case of each other variant is launched', async () => {
  const { io } = createIo(root);
  const wanted = { gpu: { kind: 'software' }, seed: 1, effort: 'quick' } as const;
  const side = await openSide(io, root, wanted, { hold: async () => {} });
  const idsOf = (globs: readonly string[]) => chooseOrHeadline(side, globs).map(({ id }) => id);
  const [right, ...others] = idsOf([]);
  expect(right).toBe('faults/right/n=64,f32');
  expect(others.length).toBeGreaterThan(0);
  expect(idsOf(['!faults/right'])).toEqual(others);
  expect(idsOf(['faults/right', '!*/*/n={64,128},*'])).toEqual(
    ['256', '512', '1024'].map((n) => `faults/right/n=${n},f32`),
  );
});
