import { expect, test } from 'vitest';
import { bench, fixtures } from '../../fixtures/testing.ts';

test('--json is an array of id and status, and of the reason for a skip', async () => {
  const { code, out } = await bench(fixtures, [
    'list',
    '--software',
    '--json',
    '--select',
    'faults/{right,needs-f16}/**',
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual([
    ...['64', '128', '256', '512', '1024'].map((n) => ({
      id: `faults/right/n=${n},f32`,
      status: 'runnable',
    })),
    {
      id: 'faults/needs-f16/n=64,f32',
      status: 'skipped',
      reason: 'feature:shader-f16: the device does not offer shader-f16',
    },
  ]);
});

test('without --json it is a table with the sizes of each id', async () => {
  const { out } = await bench(fixtures, ['list', '--software', 'liar/leaks']);
  expect(out).toMatchInlineSnapshot(`
    "id                  sizes  on this machine
    ──────────────────  ─────  ───────────────
    liar/leaks/n=1,f32  tiny   runnable
    "
  `);
});

test.for([
  { argv: ['liar', '--select', '!liar/{leaks,stray}'] },
  { argv: ['--select=!faults', '--select=!*/{leaks,stray}/**'] },
  { argv: ['liar/**', '!*/leaks', '!liar/stray/*'] },
])('$argv lists no id that a glob after `!` names', async ({ argv }) => {
  const { code, out } = await bench(fixtures, ['list', '--software', '--json', ...argv]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject([
    { id: 'liar/not-json/n=1,f32' },
    { id: 'liar/no-status/n=1,f32' },
    { id: 'liar/silent/n=1,f32' },
  ]);
});

test('an exception for no family is refused, with the nearest name', async () => {
  const { code, err } = await bench(fixtures, ['list', '--software', '--select=!liars/leaks']);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('unknown family "liars"; did you mean "liar"?'),
  });
});
