import { expect, test } from 'vitest';
import {
  allocate,
  bytesOf,
  inSharedMemory,
  largestOf,
  parseDtype,
  poisonWord,
  tailWord,
  typeOfArray,
  view,
} from './scalars.ts';

const types = ['f32', 'f16', 'i32', 'u32', 'i8', 'u8'] as const;

test.for(types)('an array of %s has its element size and tells its type', (type) => {
  const array = allocate(type, 4);
  expect(array.byteLength).toBe(4 * bytesOf(type));
  expect(typeOfArray(array)).toBe(type);
});

test.for(['f32', 'f16'] as const)('the poison of %s is NaN, so that nothing computed equals it', (type) => {
  const [value] = view(type, Uint32Array.of(poisonWord(type)).buffer);
  expect(value).toBeNaN();
});

test.for(types)('what stands behind an input of %s is not the poison behind an output', (type) => {
  const [tail, poison] = [tailWord, poisonWord].map(
    (word) => new Uint8Array(Uint32Array.of(word(type)).buffer),
  );
  expect(tail!.every((byte, index) => byte === poison![index])).toBe(false);
});

test('sees the first elements of a longer buffer', () => {
  expect(view('i32', Int32Array.of(1, 2, 3).buffer, 2)).toEqual(Int32Array.of(1, 2));
});

test('reads dtypes', () => {
  expect(parseDtype('i32')).toEqual({ in: 'i32', acc: 'i32', out: 'i32' });
  expect(parseDtype('f16-f32')).toEqual({ in: 'f16', acc: 'f32', out: 'f32' });
});

test.for(['f64', '', 'f16-', 'f16-f64', 'f16-f32-f32'])('refuses the dtype "%s"', (text) => {
  expect(() => parseDtype(text)).toThrow(`"${text}" is not a dtype`);
});

test('refuses an array of another kind', () => {
  expect(() => typeOfArray(new Float64Array(1) as unknown as Float32Array)).toThrow(
    'no scalar type for Float64Array',
  );
});

test('finds the largest magnitude among floats, past what is no number and past integers', () => {
  const floats = Float32Array.of(1, -3, Number.NaN, Number.POSITIVE_INFINITY);
  expect(largestOf([floats, Float16Array.of(2), Uint32Array.of(9)])).toBe(3);
  expect(largestOf([Float32Array.of(0)])).toBe(0);
  expect(largestOf([Uint32Array.of(9), new Float32Array()])).toBeUndefined();
});

const isShared = () => allocate('f16', 3).buffer instanceof SharedArrayBuffer;

test('what is allocated for threads lies in memory that they share, and nothing else does, whatever is thrown', () => {
  expect([inSharedMemory(isShared), isShared()]).toEqual([true, false]);
  expect(() =>
    inSharedMemory(() => {
      throw new Error('no inputs');
    }),
  ).toThrow('no inputs');
  expect(isShared()).toBe(false);
});
