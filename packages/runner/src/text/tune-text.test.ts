// What a search says to people: refusals grouped by their reason, looks, and a landscape that a terminal without colours shows.
import type { TuningEntry } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { landscapeText, lookText, refusedText, spaceText, wrongText } from './tune-text.ts';

test('refusals are counted by their reason, with the first few names', () => {
  const wide = ['tile=64', 'tile=128', 'tile=256', 'tile=512'].map((name) => {
    return { name, by: 'limit', why: '512 threads are over 256' } as const;
  });
  const text = refusedText([
    ...wide,
    { name: 'tile=3', by: 'constraint', why: 'A tile is a power of two.' },
    { name: 'tile=1', by: 'dominated', why: 'tile=2 needs no more of anything' },
  ]);
  expect(text).toMatchInlineSnapshot(`
    "refused before anything is compiled:
      4 over a limit: 512 threads are over 256
        tile=64
        tile=128
        tile=256 and 1 more
      1 against a constraint: A tile is a power of two.
        tile=3
      1 dominated: tile=2 needs no more of anything
        tile=1
    "
  `);
  expect(refusedText([])).toBe('');
});

test('a space is told with its values, the usual one, and what is left', () => {
  const text = spaceText({
    rung: 'optimized',
    class: 'n=2^16',
    case: 'n=65536,f32',
    fingerprint: 'f',
    parameters: { tile: [1, 2, 4] },
    usual: { tile: 2 },
    combinations: 3,
    candidates: ['tile=1', 'tile=2', 'tile=4'],
    refused: [],
  });
  expect(text).toMatchInlineSnapshot(`
    "optimized for n=2^16, on n=65536,f32
    parameter  values  usual
    ─────────  ──────  ─────
    tile       1 2 4   2
    3 combinations, 3 to look at
    "
  `);
});

test('a look says its time or what was wrong, and those that are wrong are told again at the end', () => {
  const look = { name: 'tile=4', round: 0, compileMs: 1, spentMs: 1 } as const;
  const timed = { ...look, outcome: 'timed', ns: 1500 } as const;
  const wrong = { ...look, outcome: 'wrong', ns: 900, message: 'sum[3] is 0' } as const;
  expect([timed, wrong].map(lookText)).toMatchInlineSnapshot(`
    [
      "round 0  tile=4  1.5 µs",
      "round 0  tile=4  wrong: sum[3] is 0",
    ]
  `);
  expect(wrongText([timed, wrong])).toBe('wrong: tile=4, 900 ns: sum[3] is 0\n');
});

test('a landscape is a map over the two parameters that explain most, with the best and the worst', () => {
  const rows = [1, 2, 4].flatMap((tile) =>
    [32, 64].map((threads) => ({
      values: [tile, threads, 'same'],
      ns: tile === 4 ? null : 1000 * tile + threads,
    })),
  );
  const choice = { tile: 1, threads: 32, other: 'same' };
  const entry = {
    rung: 'optimized',
    class: 'n=2^16',
    choice,
    usual: choice,
    landscape: { parameters: ['tile', 'threads', 'other'], rows },
    // The text reads no other field.
  } as unknown as TuningEntry;
  expect(landscapeText(entry, false)).toMatchInlineSnapshot(`
    "optimized for n=2^16
    variance of ln(time) that a parameter explains: tile 100 %, threads 0 %
    least time over that of the best, tile down, threads across
          32    64
    1 █    1█ 1.03
    2 · 1.97·    2
    4             
    the best and the worst        time      of the best
    ────────────────────────────  ────────  ───────────
    tile=1 threads=32 other=same  1.032 µs  1
    tile=1 threads=64 other=same  1.064 µs  1.03
    tile=2 threads=32 other=same  2.032 µs  1.97
    tile=2 threads=64 other=same  2.064 µs  2
    "
  `);
  expect(landscapeText(entry, true)).toContain('\u001B[48;5;22m');
});
