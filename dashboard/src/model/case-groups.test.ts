import { expect, test } from 'vitest';
import { grouped } from './case-groups.ts';

const options = (names: readonly string[]) => names.map((name) => [name, name] as const);
const sizes = ['n=1,f32', 'n=2,f32', 'n=3,f32', 'n=4,f32', 'n=5,f32', 'n=6,f32', 'n=7,f32'];

test('leaves a short list as it is, and a long one of a single kind', () => {
  const long = options([...sizes, ...sizes]);
  expect([grouped(options(sizes)), grouped(long)]).toEqual([options(sizes), long]);
});

test('puts many cases under what they differ in besides their sizes', () => {
  const mixed = options([...sizes, ...sizes.map((name) => name.replace(',f32', ',op=max,shape=3x4,i32'))]);
  expect(grouped(mixed).map((one) => ('label' in one ? [one.label, one.options.length] : one))).toEqual([
    ['f32', 7],
    ['op=max, i32', 7],
  ]);
});
