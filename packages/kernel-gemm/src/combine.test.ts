import { readCase } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { family } from './family.ts';

test.for(['m=7,n=5,k=3,epilogue=bias-relu,i8-i32', 'm=1000,n=778,k=333,epilogue=relu,f32'])(
  '%s can be checked',
  (name) => {
    expect(readCase(family, name)).toMatchObject({ m: expect.any(Number), batch: 1 });
  },
);

test.for([
  {
    name: 'm=7,n=5,k=3,epilogue=bias-gelu,i8-i32',
    says: 'epilogue=bias-gelu: integer sums take no fractions',
  },
  { name: 'm=7,n=5,k=3,epilogue=scale-residual,i8-i32', says: 'epilogue=scale-residual: integer sums' },
  { name: 'm=1000,n=777,k=333,epilogue=relu,f32', says: 'n=777: an even n is needed with epilogue=relu' },
])('$name cannot', ({ name, says }) => {
  expect(() => readCase(family, name)).toThrow(`gemm: ${says}`);
});
