import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

// An item of the user's own that any passed result would prove.
const weak = {
  id: 'mine.sample',
  title: 'A sample',
  family: 'sample',
  kind: 'bench',
  tier: 'core',
  needs: ['gpu'],
  places: ['mine/one'],
  ask: 'a sample',
  webgpu: 'a sample',
  evidence: 'every sample passed',
  rule: { rule: 'passed', of: { family: 'sample' } },
} as const;
const tracks = [{ id: 'mine', title: 'Mine', phases: [{ id: 'one', title: 'First' }] }];

test('--audit sets a promise beside what its rule checks, and flags what one result could satisfy', async () => {
  mkdirSync(join(root, 'packages/curriculum/own'), { recursive: true });
  const own = { schemaVersion: 1, tracks, items: [weak] };
  writeFileSync(join(root, 'packages/curriculum/own/own.json'), JSON.stringify(own));
  const { out } = await bench(root, ['curriculum', '--audit', '--item', weak.id]);
  expect(out).toMatchInlineSnapshot(`
    "mine.sample: A sample (not-started)
      asks     a sample
      promise  every sample passed
      needs    gpu
      checks   sample/*/* passed
      flags    one result could satisfy it

    1 items, 1 flagged
    "
  `);
  const { out: json } = await bench(root, ['curriculum', '--audit', '--track', 'mine', '--json']);
  expect(JSON.parse(json)).toEqual({
    commit: null,
    items: [
      {
        id: weak.id,
        title: weak.title,
        state: 'not-started',
        needs: ['gpu'],
        ask: weak.ask,
        promise: weak.evidence,
        checks: ['sample/*/* passed'],
        flags: ['one result could satisfy it'],
      },
    ],
  });
});

test('--audit is of every provable item, and counts those that are flagged', async () => {
  const { out } = await bench(root, ['curriculum', '--audit']);
  expect(out).toContain(
    'gemm.tiled: Workgroup-tiled matrix multiply (not-started)\n  asks     Stage operand tiles',
  );
  expect(out).toMatch(/\n\d+ items, \d+ flagged\n$/);
  expect(out).not.toContain('study.books');
});

test.for([
  [['--audit', '--next'], '--audit lists rules: --next and --open do not go with it'],
  [['--audit', '--item', 'study.books'], 'unknown provable item "study.books"'],
] as const)('%o: %s', async ([flags, message]) => {
  expect(await bench(root, ['curriculum', ...flags])).toMatchObject({
    code: 2,
    err: expect.stringContaining(message),
  });
});
