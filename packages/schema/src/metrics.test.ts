import { expect, test } from 'vitest';
import resultSchema from '../schemas/result.schema.json' with { type: 'json' };
import { metricTable } from './index.ts';

test('the table and the schema know the same metrics; the judged time stands in the timing', () => {
  const { medianNs: _, ...derived } = metricTable;
  expect(Object.keys(derived)).toEqual(Object.keys(resultSchema.$defs.metrics.properties));
});

test('only a time is better when it is lower', () => {
  const lower = Object.entries(metricTable).filter(([, { better }]) => better === 'lower');
  expect(lower.map(([id]) => id)).toEqual(['medianNs']);
});
