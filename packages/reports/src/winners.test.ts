// Who wins at which size: of one run, among kernels of their own, by size and by decade.
import type { Result } from '@kernel-ladder/schema';
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { limitOf, winners } from './winners.ts';

const sized = (name: string, n: number, us: number): Result =>
  passed({ id: `reduce/${name}/n=${n},f32`, us });
const pageOf = (sizes: readonly number[], ...results: readonly Result[]) =>
  winners(
    { family: 'reduce', title: 'Winners', along: 'n', sizes },
    { families: [], runs: [runOf('1', results)] },
  );
const cellsOf = (text: string, title: string) =>
  (text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| /, '')));

test('the winner at a size is the fastest of one run, with what limits it', () => {
  const { text, missing } = pageOf(
    [1, 2, 4],
    sized('a', 1, 3),
    sized('b', 1, 9),
    sized('a', 2, 50),
    sized('b', 2, 25),
  );
  expect(cellsOf(text, 'Fastest along n').map((cells) => cells.slice(0, 8).join(' '))).toMatchInlineSnapshot(`
    [
      "1 a 3 (3 to 3) 333.3 33.33 launch b 3 ×",
      "2 b 25 (25 to 25) 40 4 latency a 2 ×",
    ]
  `);
  expect(missing).toContain('`reduce/*/n=4,f32`: fewer than two results timed in one run');
  const [run] = [runOf('1', [sized('a', 1, 3)])];
  expect(limitOf({ result: sized('a', 1, 3), run: run!.run, machine: run!.machine })).toBe('launch');
});

test('what picks a variant and runs it cannot win', () => {
  const { text } = pageOf([], sized('a', 8, 20), sized('b', 8, 40), sized('auto', 8, 10));
  expect(cellsOf(text, 'Fastest along n')).toHaveLength(1);
  expect(cellsOf(text, 'Fastest along n')[0]!.slice(1, 2)).toEqual(['a']);
  expect(text).not.toMatch(/^\|.* auto \|/m);
});

test('a decade names its winner, every variant’s distance from it, and how many it lacks of five', () => {
  const five = ['a', 'b', 'c', 'd', 'e'];
  const small = five.map((name, at) => sized(name, 20, 10 + at));
  const large = [sized('a', 80, 40), ...five.slice(1).map((name) => sized(name, 80, 10))];
  const { text, missing } = pageOf([], ...small, ...large, sized('a', 300, 10), sized('b', 300, 20));
  const [tens, hundreds] = cellsOf(text, 'Winners by decade of n');
  // a is fastest at 20 and four times as slow as the fastest at 80: twice as slow in the mean.
  expect(tens!.slice(0, 7)).toEqual(['10', '2', '5', 'a', '1 of 2 sizes', 'latency', '2 ×']);
  expect(hundreds!.slice(0, 8)).toEqual(['100', '1', '2', 'a', '1 of 1 sizes', 'latency', '1 ×', '2 ×']);
  expect(missing).toEqual(['`reduce` from n = 100: 2 of 5 variants']);
});
