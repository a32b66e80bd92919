import { extremeSlope } from './extreme.ts';
import { fold, outermost } from './folds.ts';

export const reduceMax = fold({
  name: 'reduce-max',
  summary: 'the greatest over axes',
  ...outermost('-', 0),
  evaluate: Math.max,
  wgsl: (left, right) => `max(${left}, ${right})`,
  gradient: extremeSlope,
});
