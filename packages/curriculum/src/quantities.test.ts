// Every metric is a quantity: the names, the units and the numbers come from the one table.
import { metricIds, metricOf, storedUnit } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { parseItems } from './parse.ts';
import { headOf, quantityTable, unitAsked } from './quantities.ts';
import { itemOf, passed, runOf } from './testing.ts';

const asking = (quantity: string) => {
  const rule = { rule: 'quantity', of: { family: 'f' }, quantity, above: 0, count: 1 };
  return parseItems('items.json', {
    schemaVersion: 1,
    items: [{ ...itemOf('f.one', { rule: 'passed', of: {} }), rule }],
  });
};

test.for(metricIds)('a rule may ask for %s, in the unit in which it is stored', (id) => {
  expect(asking(id).items?.[0]?.rule).toMatchObject({ quantity: id });
  const { label, units } = metricOf(id);
  const { label: name, unit } = quantityTable[id];
  expect([name, unit.float, unit.integer]).toEqual([
    label.charAt(0).toLowerCase() + label.slice(1),
    storedUnit(units, 'float'),
    storedUnit(units, 'integer'),
  ]);
});

test('a rule may not ask for what no table has; the fault lists what there is', () => {
  expect(() => asking('gbs')).toThrow(
    /quantity: must be one of .*gbps.*p99Ns|quantity: must be one of .*p99Ns.*gbps/,
  );
});

test('reads the 99th percentile where a run has it', () => {
  const result = passed({ id: 'f/one/n=8,f32' });
  const { machine } = runOf('1', [result]);
  const recorded = { ...result, timing: { ...result.timing!, p99Ns: 777 } };
  expect([result, recorded].map((one) => quantityTable.p99Ns.of(one, machine))).toEqual([null, 777]);
});

test('a rate of integers counts operations, not operations on floats', () => {
  const dtype = { in: 'i8', acc: 'i32', out: 'i32' } as const;
  expect(headOf(quantityTable.gflops, { dtype })).toBe('arithmetic rate, GOP/s');
  const where = { n: 8, dtype: 'i8-i32' };
  expect([unitAsked(quantityTable.gflops, { where }), unitAsked(quantityTable.gflops, {})]).toEqual([
    'GOP/s',
    'GFLOP/s',
  ]);
});
