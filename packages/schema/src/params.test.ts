import { expect, test } from 'vitest';
import { formatCase, parseCase } from './index.ts';
import type { CaseSpace, Params } from './index.ts';

const space: CaseSpace = {
  params: [
    { key: 'm', takes: { min: 0, max: 4096 } },
    { key: 'batch', default: 1, takes: { min: 1, max: 64 } },
    { key: 'layout', default: 'nn', takes: ['nn', 'nt', 'tn', 'tt'] },
    { key: 'shape', default: '', takes: { pattern: /^\d+(x\d+)*$/, example: '3x4' } },
  ],
  dtypes: ['f32', 'f16-f32'],
};

test('reads keys in any order, and gives those that are left out their default', () => {
  expect(parseCase(space, 'layout=tt,m=7,f16-f32')).toEqual({
    m: 7,
    batch: 1,
    layout: 'tt',
    shape: '',
    dtype: 'f16-f32',
  });
});

test('reads what formatCase names, whatever the values', () => {
  const axes = {
    m: [0, 1, 10, 4096],
    batch: [1, 2, 64],
    layout: ['nn', 'tt'],
    shape: ['', '0', '3x0x12'],
    dtype: space.dtypes,
  };
  let cases: readonly Params[] = [{}];
  for (const [key, values] of Object.entries(axes))
    cases = cases.flatMap((params) => values.map((value) => ({ ...params, [key]: value })));
  expect(cases).toHaveLength(144);
  for (const params of cases) expect(parseCase(space, formatCase(space.params, params))).toEqual(params);
});

test.for([
  { text: 'm=4097,f32', says: 'm=4097: m takes a whole number from 0 to 4096' },
  { text: 'm=-1,f32', says: 'm=-1: m takes a whole number from 0 to 4096' },
  { text: 'm=1e3,f32', says: 'm=1e3: m takes a whole number' },
  { text: 'm=007,f32', says: 'm=007: m takes a whole number' },
  { text: 'm=,f32', says: 'm=: m takes a whole number' },
  { text: 'm=1,batch=0,f32', says: 'batch=0: batch takes a whole number from 1 to 64' },
  { text: 'm=1,layout=nnt,f32', says: 'layout=nnt: layout takes nn, nt, tn or tt; did you mean "nn"?' },
  { text: 'm=1,shape=3x,f32', says: 'shape=3x: shape takes text like 3x4' },
  { text: 'batch=2,f32', says: '"batch=2,f32" has no m: add m=…, a whole number from 0 to 4096' },
  { text: 'mm=1,f32', says: 'unknown parameter "mm" in "mm=1,f32"; did you mean "m"?' },
  { text: 'm=1,bacth=2,f32', says: 'unknown parameter "bacth" in "m=1,bacth=2,f32"; did you mean "batch"?' },
  { text: 'm=1,m=2,f32', says: 'm stands twice in "m=1,m=2,f32"' },
  { text: 'm=1,7,f32', says: '"7" in "m=1,7,f32" is no parameter: write key=value' },
  { text: 'm=1=2,f32', says: '"m=1=2" in "m=1=2,f32" is no parameter' },
  { text: 'm=1', says: '"m=1" has no dtype: end it with f32 or f16-f32' },
  { text: 'm=1,f23', says: 'unknown dtype "f23" in "m=1,f23"; did you mean "f32"? There is f32 or f16-f32' },
  { text: '', says: 'unknown dtype ""' },
])('refuses "$text"', ({ text, says }) => {
  expect(() => parseCase(space, text)).toThrow(says);
});
