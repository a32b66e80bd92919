// What follows of a product, as text.
import { validateWgsl, emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { compile, parse } from '../index.ts';
test('a view of a product is stored as it is', async () => {
  for (const shape of ['3,2,6', '3,12,1']) {
    const program = compile(
      parse(
        `%0 = input a : f32[3,30]\n%1 = input b : f32[30,12]\n%2 = matmul %0, %1 : f32[3,12]\n%3 = reshape %2 : f32[${shape}]\nreturn %3\n`,
      ),
      emulatedDevice(32),
    );
    for (const { wgsl } of program.plan.passes)
      expect('text' in wgsl ? await validateWgsl(wgsl.text) : ['a file']).toEqual([]);
  }
});
