import { expect, test } from 'vitest';
import {
  cellsOf,
  fillColumns,
  gather,
  joinTables,
  mergeColumns,
  numbersAt,
  packRows,
  planColumns,
  unpackRows,
} from './index.ts';
import type { Place } from './columns.ts';
import type { Table } from './index.ts';

const rows = [
  { run: 2, status: 'passed', timing: { medianNs: 10, stopReason: 'converged' }, reasons: ['throttled'] },
  { run: 1, status: 'failed', reason: { code: 'timeout', message: 'took long' } },
  { run: 0, status: 'passed', timing: { medianNs: 12, stopReason: 'converged' } },
  { run: -1, status: 'passed', timing: { medianNs: 11, stopReason: 'budget' } },
];

const noNumbers = new Float64Array();

function tableOf(
  own: readonly object[],
  series: readonly object[] = own.map(() => ({ suite: 'quick' })),
): Table {
  return { series: packRows(series), points: fillColumns(planOf(own), noNumbers) };
}

function planOf(own: readonly object[], placeOf: (place: Place) => number | undefined = () => undefined) {
  return planColumns(own.map((row, first) => ({ cells: cellsOf(row, placeOf), first })));
}

test('columns in words and numbers are those that they were made of', () => {
  const packed = packRows(rows);
  const split = fillColumns(planOf(rows), noNumbers);
  expect(split.words.columns['timing.medianNs']).toEqual({ each: [] });
  expect([...split.numbers]).toEqual([2, 1, 0, -1, 10, Number.NaN, 12, 11]);
  expect(mergeColumns(split)).toEqual(packed);
  expect(JSON.stringify(mergeColumns(split))).toBe(JSON.stringify(packed));
});

test('a run with other numbers has them in their places', () => {
  const plan = planOf(rows, ({ field, part }) => (field === 'timing' && part === 'medianNs' ? 1 : undefined));
  const merged = mergeColumns(fillColumns(plan, Float64Array.of(4.5, 3.5, 2.5, 1.5, 0.5)));
  expect(unpackRows('f.json', merged).map(({ run, timing }) => [run, timing])).toEqual([
    [2, { medianNs: 3.5, stopReason: 'converged' }],
    [1, undefined],
    [0, { medianNs: 1.5, stopReason: 'converged' }],
    [-1, { medianNs: 0.5, stopReason: 'budget' }],
  ]);
});

test('rows gathered from several tables are those rows, without what is not wanted', () => {
  const tables = joinTables([tableOf(rows.slice(0, 2)), tableOf(rows.slice(2))]);
  const cells = [
    { table: 1, row: 1 },
    { table: 0, row: 0 },
    { table: 0, row: 1 },
  ];
  const names = [...tables.keys()].filter((name) => name !== 'reasons');
  const gathered = gather(tables, names, cells);
  const { reasons: _, ...newest } = rows[0]!;
  const wanted = [rows[3]!, newest, rows[1]!].map((row) => ({ suite: 'quick', ...row }));
  expect(unpackRows('f.json', gathered)).toEqual(wanted);
  expect(gathered).toEqual(packRows(wanted));
  expect(cells.map(({ table, row }) => numbersAt(tables, 'timing.medianNs')(table, row))).toEqual([
    11,
    10,
    Number.NaN,
  ]);
  expect(numbersAt(tables, 'status')(cells[0]!.table, cells[0]!.row)).toBe(Number.NaN);
});

test('tables that are joined where longer ones were say their own numbers', () => {
  const room = { numbers: new Float64Array() };
  joinTables([tableOf(rows), tableOf(rows)], room);
  const used = room.numbers;
  const tables = joinTables([tableOf(rows.slice(2))], room);
  expect(room.numbers).toBe(used);
  const cells = [0, 1].map((row) => ({ table: 0, row }));
  expect(gather(tables, [...tables.keys()], cells)).toEqual(
    gather(joinTables([tableOf(rows.slice(2))]), [...tables.keys()], cells),
  );
});

test('a word of all rows of one table is not one of all tables', () => {
  const tables = joinTables([tableOf(rows.slice(2, 3)), tableOf(rows.slice(3)), tableOf([{ run: 7 }])]);
  const cells = [0, 1, 2].map((table) => ({ table, row: 0 }));
  expect(unpackRows('f.json', gather(tables, ['timing.stopReason'], cells))).toEqual([
    { timing: { stopReason: 'converged' } },
    { timing: { stopReason: 'budget' } },
    {},
  ]);
});

test('a column of numbers here and of words there is refused', () => {
  const tables = [tableOf([{ run: 1 }]), tableOf([{ run: 'one' }])];
  expect(() => joinTables(tables)).toThrow('run is a number in one run, and a word in another');
});
