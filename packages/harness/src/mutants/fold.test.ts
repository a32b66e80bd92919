import { expect, test } from 'vitest';
import { foldedText } from './fold.ts';
import { scopesOf } from './scopes.ts';
import { tokensOf } from './tokens.ts';

test.for([
  ['a / 2u * 3u', 'a / 2 * 3'],
  ['8u / 2u * 3u + b', '12 + b'],
  ['1u - 2u', '1 - 2'],
  ['-2u * 3u', '- 6'],
  ['f(2u + 3u)[4u]', 'f ( 5 ) [ 4 ]'],
  ['(1u + 2u) * c.x', '3 * c . x'],
  ['!false && d < 1u + 1u', 'true && d < 2'],
  ['0xffffffffu + 1u', '4294967295 + 1'],
  ['1u << 1u + 1u', '1 << 1 + 1'],
] as const)('%s comes to %s', ([text, folded]) => {
  expect(foldedText(tokensOf(text), new Map())).toBe(folded);
});

test('a name that a function gives to something else is not the constant', () => {
  const text = 'const N = 4u;\nfn f(N: u32) { x = N * 2u; }\nfn g() { y = N * 2u; }\n';
  const [f, g] = scopesOf(tokensOf(text)).functions;
  expect([f?.values.has('N'), g?.values.has('N')]).toEqual([false, true]);
});

test('a constant of real numbers is not taken for an integer', () => {
  const { constants } = scopesOf(tokensOf('const HALF: f32 = 3;\nconst WHOLE: u32 = 3;\nconst SOME = 3;\n'));
  expect([...constants.keys()]).toEqual(['WHOLE', 'SOME']);
});
