import { expect, test } from 'vitest';
import { isListedAs } from './equivalents.ts';

const listed = { file: 'a.wgsl', before: 'if (k + №u < №u) {', after: 'if (k + №u <= №u) {' };

test.for([
  ['other numbers', { before: 'if (k + 1u < 17u) {', after: 'if (k + 1u <= 17u) {' }, true],
  ['another change', { before: 'if (k + 1u < 17u) {', after: 'if (k + 1u >= 17u) {' }, false],
  ['more than the line', { before: 'if (k + 1u < 17u) { f();', after: 'if (k + 1u <= 17u) {' }, false],
  ['a name for a number', { before: 'if (k + Nu < 17u) {', after: 'if (k + 1u <= 17u) {' }, false],
  ['another file', { file: 'b.wgsl', before: 'if (k + 1u < 17u) {', after: 'if (k + 1u <= 17u) {' }, false],
] as const)('a listed mutant of any number is told from %s', ([, mutant, expected]) => {
  expect(isListedAs(listed)({ file: 'a.wgsl', line: 7, ...mutant })).toBe(expected);
});

test('without such a number the whole text must be the same', () => {
  const exact = { file: 'a.wgsl', line: 7, before: 'x = 1.5;', after: 'x = (1.5 + 1);' };
  expect(isListedAs(exact)(exact)).toBe(true);
  expect(isListedAs(exact)({ ...exact, before: 'x = 125;' })).toBe(false);
});

test('a number may have a fraction and an exponent', () => {
  const lead = { file: 'a.wgsl', before: 'const LEAD = №;', after: 'const LEAD = (№ + 1);' };
  const mutant = {
    file: 'a.wgsl',
    line: 7,
    before: 'const LEAD = 22.1807098;',
    after: 'const LEAD = (22.1807098 + 1);',
  };
  expect(isListedAs(lead)(mutant)).toBe(true);
});

test('where a line is listed, another that reads the same is another mutant', () => {
  const mutant = { file: 'a.wgsl', line: 7, before: 'break;', after: '' };
  expect([7, 8].map((line) => isListedAs({ ...mutant, line })(mutant))).toEqual([true, false]);
});
