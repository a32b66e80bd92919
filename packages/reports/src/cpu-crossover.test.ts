// The CPU against the device with its transfers: of one run, at the sizes that both were timed at.
import type { Result } from '@kernel-ladder/schema';
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { cpuCrossover } from './cpu-crossover.ts';

const onHost = { kind: 'cpu', comparable: false, comparableReasons: ['host-clock'] } as const;
const threads = { name: 'loop', version: '1', settings: { threads: 16 }, timedBy: 'clock' };

// The CPU takes 1 µs for an element, the trip 100 µs whatever they are, and the kernel in it 10 µs.
function timesAt(n: number, more: Partial<Result> = {}): readonly Result[] {
  const peer = { ...onHost, peer: threads, ...more };
  return [
    passed({ id: `reduce/naive/n=${n},f32`, us: 40 }),
    passed({ id: `reduce/best/n=${n},f32`, us: 10 }),
    passed({ id: `reduce/cpu-n/n=${n},f32`, us: n, more: peer }),
    passed({ id: `reduce/round-trip/n=${n},f32`, us: 100, more: peer }),
  ];
}

const pageOf = (...runs: readonly (readonly Result[])[]) =>
  cpuCrossover({ families: [], runs: runs.map((results, index) => runOf(String(index + 1), results)) });
const cellsOf = (text: string, title: string) =>
  (text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

const crossoverAt = (...sizes: readonly number[]) =>
  cellsOf(pageOf(sizes.flatMap((n) => timesAt(n))).text, 'Crossovers')[0]![2];

test('the crossover lies where both take the same time, with what the transfers are of the trip there', () => {
  const { text, missing } = pageOf([10, 50, 200].flatMap((n) => timesAt(n)));
  expect(cellsOf(text, 'Crossovers').map((cells) => cells.slice(0, 6))).toMatchInlineSnapshot(`
    [
      [
        "reduce",
        "n",
        "100 (50 to 200)",
        "16",
        "90 % of the round trip",
        "\`reduce/round-trip/n=200,f32\`",
      ],
    ]
  `);
  expect(cellsOf(text, 'reduce over n').map((cells) => cells.slice(0, 6).join(' '))).toMatchInlineSnapshot(`
    [
      "10  10 (10 to 10) 100 (100 to 100) 10 (10 to 10) 0.1 ×",
      "50  50 (50 to 50) 100 (100 to 100) 10 (10 to 10) 0.5 ×",
      "200  200 (200 to 200) 100 (100 to 100) 10 (10 to 10) 2 ×",
    ]
  `);
  expect(missing).toEqual([
    '`gemm/{cpu-n,round-trip}`: 0 of 3 sizes timed in one run',
    '`scan/{cpu-n,round-trip}`: 0 of 3 sizes timed in one run',
    '`elementwise/{cpu-n,round-trip}`: 0 of 3 sizes timed in one run',
  ]);
});

test('where one of them wins everywhere the crossover is said to lie behind the sizes', () => {
  expect(crossoverAt(10, 20)).toBe('above 20');
  expect(crossoverAt(200, 400)).toBe('below 200');
});

test('a trip that is sooner over than any kernel that was timed says nothing of its transfers', () => {
  const [, , ...rows] = timesAt(10);
  const slow = passed({ id: 'reduce/naive/n=10,f32', us: 400 });
  expect(cellsOf(pageOf([slow, ...rows]).text, 'Crossovers')[0]![4]).toBe('');
  expect(cellsOf(pageOf(rows).text, 'Crossovers')[0]![4]).toBe('');
});

test('rows of two runs are never set beside each other: the fullest run has them all', () => {
  const { text } = pageOf(
    [10, 200, 400].flatMap((n) => timesAt(n)),
    timesAt(1000),
  );
  expect(cellsOf(text, 'reduce over n').map(([size]) => size)).toEqual(['10', '200', '400']);
});

test('a time that other doubts are about is left out', () => {
  const throttled = timesAt(50, { comparableReasons: ['host-clock', 'throttled'] });
  const { text } = pageOf([...timesAt(10), ...throttled]);
  expect(cellsOf(text, 'reduce over n').map(([size]) => size)).toEqual(['10']);
});

test('without hardware there is a page that says what is missing', () => {
  const { missing, rows } = cpuCrossover({ families: [], runs: [] });
  expect({ rows, missing: missing.length }).toEqual({ rows: 0, missing: 4 });
});
