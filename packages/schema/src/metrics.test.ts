import { expect, test } from 'vitest';
import resultSchema from '../schemas/result.schema.json' with { type: 'json' };
import {
  fittingUnit,
  metricIds,
  metricOf,
  metricTable,
  numberIn,
  numberTypeOf,
  parseResult,
  storedUnit,
} from './index.ts';
import { passed } from './testing.ts';

const { metrics, timing } = resultSchema.$defs;

test('every metric of the schema is a row, and every other row stands in the timing', () => {
  const derived = Object.keys(metrics.properties);
  expect(metricIds).toEqual(expect.arrayContaining(derived));
  const others = metricIds.filter((id) => !derived.includes(id));
  expect(others).toContain('medianNs');
  expect(Object.keys(timing.properties)).toEqual(expect.arrayContaining(others));
});

test('only a time is better when it is lower', () => {
  const lower = metricIds.filter((id) => metricOf(id).better === 'lower');
  expect(lower).toEqual(metricIds.filter((id) => storedUnit(metricOf(id).units, 'float') === 'ns'));
});

test.for(metricIds)('reads %s where a result has it, and knows where it has none', (id) => {
  const numbers = metricIds.map((one, index) => [one, index + 1] as const);
  const full = parseResult('a result', {
    ...passed,
    timing: { ...passed.timing, ...Object.fromEntries(numbers.filter(([one]) => one in timing.properties)) },
    metrics: Object.fromEntries(numbers.filter(([one]) => one in metrics.properties)),
  });
  expect(numberIn(id, full)).toBe(metricIds.indexOf(id) + 1);
  expect(numberIn(id, {})).toBeNull();
});

test.for([
  ['gflops', 631_891, 'float', 1e3, 'TFLOP/s'],
  ['gflops', 1_261_747, 'integer', 1e3, 'TOP/s'],
  ['gflops', 999.96, 'integer', 1e3, 'TOP/s'],
  ['gflops', 32.3, 'integer', 1, 'GOP/s'],
  ['gflops', 0.0019, 'float', 1e-3, 'MFLOP/s'],
  ['gbps', 0.000_576, 'float', 1e-3, 'MB/s'],
  ['gbps', 4120, 'integer', 1, 'GB/s'],
  ['medianNs', 12_345, 'integer', 1e3, 'µs'],
  ['pctOfRoof', 0.01, 'float', 1, '%'],
] as const)('%s of %d on %s numbers is divided by %d into %s', ([id, value, numbers, divisor, name]) => {
  expect(fittingUnit(metricTable[id].units, value, numbers)).toEqual({ divisor, name });
});

test.for([
  ['f32', 'float'],
  ['i32', 'integer'],
  ['u8', 'integer'],
  ['dot4:i8-i32', 'integer'],
  ['tensor:i8-i32', 'integer'],
  ['tensor:f16-f32', 'float'],
] as const)('%s counts operations on %s numbers', ([kind, numbers]) => {
  expect(numberTypeOf(kind)).toBe(numbers);
});
