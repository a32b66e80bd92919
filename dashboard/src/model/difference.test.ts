import { expect, test } from 'vitest';
import { differenceOf, foldedRows, pairedRows } from './difference.ts';
import type { NumberedLine, PairedRow } from './difference.ts';

const textOf = (line: NumberedLine | null) =>
  line === null ? null : `${line.number} ${line.tokens.map(({ text }) => text).join('')}`;
const words = (rows: readonly PairedRow[]) =>
  rows.map(({ kind, before, after }) => [kind, textOf(before), textOf(after)]);

const before = 'fn main() {\n  let a = 1;\n  let b = 2;\n}\n';
const after = 'fn main() {\n  let a = 3;\n  let c = 1;\n  let b = 2;\n}\n';

test('says of each line whether both have it, with its numbers', () => {
  const { rows, added, removed, isWhole } = differenceOf(before, after);
  expect(words(rows)).toEqual([
    ['same', '1 fn main() {', '1 fn main() {'],
    ['removed', '2   let a = 1;', null],
    ['added', null, '2   let a = 3;'],
    ['added', null, '3   let c = 1;'],
    ['same', '3   let b = 2;', '4   let b = 2;'],
    ['same', '4 }', '5 }'],
  ]);
  expect([added, removed, isWhole]).toEqual([2, 1, false]);
});

test('puts a line that is gone beside the one that came in its place', () => {
  expect(words(pairedRows(differenceOf(before, after).rows))).toEqual([
    ['same', '1 fn main() {', '1 fn main() {'],
    ['changed', '2   let a = 1;', '2   let a = 3;'],
    ['added', null, '3   let c = 1;'],
    ['same', '3   let b = 2;', '4   let b = 2;'],
    ['same', '4 }', '5 }'],
  ]);
});

test('both texts can be read from the rows again, and equal ones have no change', () => {
  const { rows } = differenceOf(before, after);
  const read = (side: 'before' | 'after') =>
    rows.flatMap((row) => row[side]?.tokens.map(({ text }) => text).join('') ?? []).join('\n');
  expect([read('before'), read('after')]).toEqual([before.trimEnd(), after.trimEnd()]);
  expect(differenceOf('', after)).toMatchObject({ added: 5, removed: 0 });
  expect(differenceOf(before, before.replaceAll('\n', '\r\n'))).toMatchObject({ added: 0, removed: 0 });
});

test('folds what is far from any change, and no fold hides fewer than four lines', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  const changed = lines.with(12, 'other').with(24, 'other');
  const { rows } = differenceOf(lines.join('\n'), changed.join('\n'));
  const folds = foldedRows(rows).map((part) => [part.isFolded, part.rows.length]);
  expect(folds).toEqual([
    [true, 9],
    [false, 3],
    [false, 2],
    [false, 3],
    [true, 5],
    [false, 3],
    [false, 2],
    [false, 5],
  ]);
  expect(foldedRows(rows).flatMap((part) => part.rows)).toEqual(rows);
});

test('texts too far apart are replaced as a whole', () => {
  const [left, right] = ['a', 'b'].map((letter) =>
    Array.from({ length: 20_000 }, (_, at) => `${letter} ${at}`).join('\n'),
  );
  const { isWhole, added, removed } = differenceOf(left!, right!);
  expect([isWhole, added, removed]).toEqual([true, 20_000, 20_000]);
});
