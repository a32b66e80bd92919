// A write-up knows every metric of the table, and a column has one unit or none.
import { metricIds, metricOf, storedUnit } from '@kernel-ladder/schema';
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import type { FamilyLadder } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { journey } from './journey.ts';
import { metricColumn, metricText, otherMetrics, withUnit } from './metric-columns.ts';

const family: FamilyLadder = {
  name: 'gemm',
  title: 'Matrix product',
  headline: { cache: 'hot', metric: 'gflops', cases: [] },
  rungs: [
    { name: 'naive', summary: 'one thread an element', kind: 'gpu' },
    { name: 'tiled', summary: 'tiles', kind: 'gpu' },
  ],
  simulated: false,
  params: [],
  tolerance: 'exact',
};

// Every metric of the table has the same number here; its unit stays the stored one.
const numbers = Object.fromEntries(metricIds.map((id) => [id, 500]));
const whole = (name: string) => {
  const result = passed({ id: `gemm/${name}/m=8,n=8,k=8,f32`, us: 0.5 });
  return { ...result, timing: { ...result.timing!, ...numbers }, metrics: numbers };
};
const run = runOf('1', [whole('naive'), whole('tiled')]);
const rowOf = (result: (typeof run.results)[number]) => ({ result, run: run.run, machine: run.machine });
const rows = run.results.map(rowOf);
const integers = rowOf({ ...whole('tiled'), dtype: { in: 'i8', acc: 'i32', out: 'i32' } });

test.for(metricIds)('writes %s with its unit', (id) => {
  const unit = storedUnit(metricOf(id).units, 'float');
  const column = metricColumn(id, rows);
  expect(column.head).toContain(unit);
  expect(rows.map(column.cell)).toEqual(['500', '500']);
  expect(metricText(id, rows[0]!)).toBe(`500 ${unit}`);
});

test.for(metricIds)('a journey shows %s, but for the rate that is not its headline', (id) => {
  const { text } = journey(family, { families: [family], runs: [run] });
  const isShown = otherMetrics(rows, ['gbps']).includes(id);
  const head = id === 'medianNs' ? 'time, µs' : metricColumn(id, rows).head;
  expect({ id, isShown: text.includes(`| ${head} |`) }).toEqual({ id, isShown });
});

test('a rate of integers counts operations; beside floats every cell has its unit', () => {
  expect(metricColumn('gflops', [integers]).head).toBe('rate, GOP/s');
  const mixed = metricColumn('gflops', [...rows, integers]);
  expect([mixed.head, mixed.cell(rows[0]!), mixed.cell(integers)]).toEqual([
    'rate',
    '500 GFLOP/s',
    '500 GOP/s',
  ]);
});

test('a column is in the unit of its largest number', () => {
  const fast = rowOf({ ...whole('tiled'), metrics: { gflops: 58_200 } });
  const column = metricColumn('gflops', [...rows, fast]);
  expect([column.head, column.cell(fast), column.cell(rows[0]!)]).toEqual(['rate, TFLOP/s', '58.2', '0.5']);
  expect(withUnit('gbps', 0.25, 'float')).toBe('250 MB/s');
});
