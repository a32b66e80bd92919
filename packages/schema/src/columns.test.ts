import { expect, test } from 'vitest';
import { joinColumns, packRows, unpackRows } from './index.ts';

const rows = [
  { run: 2, status: 'passed', timing: { medianNs: 10, stopReason: 'converged' }, reasons: ['throttled'] },
  { run: 1, status: 'failed', reason: { code: 'timeout', message: 'took long' }, loc: undefined },
  { run: 0, status: 'passed', timing: { medianNs: 12, stopReason: 'converged' } },
  { run: -1, status: 'passed', timing: { medianNs: 11, stopReason: 'budget' } },
];

test('rows come back from their columns as they were', () => {
  const packed = JSON.parse(JSON.stringify(packRows(rows)));
  expect(unpackRows('f.json', packed)).toEqual(rows);
  expect(packed.columns).toMatchObject({
    status: { few: ['passed', 'failed'], at: [0, 1, 0, 0] },
    'timing.medianNs': { each: [10, null, 12, 11] },
  });
});

test('a value that every row has stands once', () => {
  expect(packRows([{ suite: 'quick' }, { suite: 'quick' }])).toEqual({
    rows: 2,
    columns: { suite: { same: ['quick'] } },
  });
});

test('columns that were packed apart are those of the whole rows', () => {
  const left = rows.map(({ run }) => ({ run }));
  const right = rows.map((row) => ({ ...row, run: undefined }));
  expect(joinColumns([packRows(left), packRows(right)])).toEqual(packRows(rows));
});

test('a column with too few values is refused', () => {
  const packed = { rows: 2, columns: { run: { each: [1] } } };
  expect(() => unpackRows('f.json', packed)).toThrow('f.json: /columns/run: 1 values for 2 rows');
});

test.for(['__proto__', '__proto__.polluted', 'timing.__proto__'])(
  'a column of the name %s is refused',
  (name) => {
    const columns = JSON.parse(`{"${name}": {"same": [{"no": 1}]}}`);
    expect(() => unpackRows('f.json', { rows: 1, columns })).toThrow('is no name of a field');
    expect({}).not.toHaveProperty('polluted');
  },
);
