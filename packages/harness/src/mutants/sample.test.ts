import { expect, test } from 'vitest';
import { stratified } from './sample.ts';

const mutant = (operator: 'bits' | 'constant' | 'index', line: number) =>
  ({ operator, file: 'a.wgsl', line, before: '', after: '' }) as const;
const many = [
  ...Array.from({ length: 40 }, (_, line) => mutant('constant', line)),
  ...Array.from({ length: 3 }, (_, line) => mutant('bits', line)),
  mutant('index', 0),
];

test('the first of a sample are of every kind, however rare', () => {
  const operators = stratified(many, 1)
    .slice(0, 7)
    .map(({ operator }) => operator);
  expect(operators.toSorted()).toEqual(['bits', 'bits', 'bits', 'constant', 'constant', 'constant', 'index']);
});

test('the same seed draws the same, another one others, and nobody is lost', () => {
  expect(stratified(many, 1)).toEqual(stratified(many, 1));
  expect(stratified(many, 2)).not.toEqual(stratified(many, 1));
  expect(new Set(stratified(many, 1))).toEqual(new Set(many));
});
