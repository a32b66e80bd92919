import { extremeSlope } from './extreme.ts';
import { fold, outermost } from './folds.ts';

export const reduceMin = fold({
  name: 'reduce-min',
  summary: 'the least over axes',
  ...outermost('', 1),
  evaluate: Math.min,
  wgsl: (left, right) => `min(${left}, ${right})`,
  gradient: extremeSlope,
});
