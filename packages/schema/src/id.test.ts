import { expect, test } from 'vitest';
import { formatCase, formatId, parseId } from './index.ts';

const specs = [{ key: 'n' }, { key: 'op', default: 'sum' }, { key: 'transposed', default: false }];

test.for([
  { params: { n: 16, dtype: 'f32' }, name: 'n=16,f32' },
  { params: { dtype: 'f16-f32', op: 'max', n: 16 }, name: 'n=16,op=max,f16-f32' },
  { params: { n: 16, op: 'sum', transposed: true, dtype: 'f32' }, name: 'n=16,transposed=true,f32' },
])('names a case $name: declared order, defaults left out, the dtype last', ({ params, name }) => {
  expect(formatCase(specs, params)).toBe(name);
});

test('refuses a parameter that the family does not declare', () => {
  expect(() => formatCase(specs, { n: 1, m: 2, dtype: 'f32' })).toThrow('parameter "m" is not declared');
});

test.for([{ dtype: 'f32' }, { n: 1 }])('refuses a case with a gap: %o', (params) => {
  expect(() => formatCase(specs, params)).toThrow('has no value');
});

test('takes an id apart and puts it together again', () => {
  const id = 'reduce/subgroup/n=16777216,op=max,f32';
  expect(parseId(id)).toEqual({ family: 'reduce', variant: 'subgroup', case: 'n=16777216,op=max,f32' });
  expect(formatId(parseId(id))).toBe(id);
});

test.for(['', 'reduce', 'reduce/naive', 'reduce//n=1', '/naive/n=1', 'a/b/c/d'])('"%s" is no id', (text) => {
  expect(() => parseId(text)).toThrow('write family/variant/case');
});
