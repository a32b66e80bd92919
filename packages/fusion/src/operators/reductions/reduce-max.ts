import { extremeSlope } from './extreme.ts';
import { finiteEnds, fold } from './folds.ts';

export const reduceMax = fold({
  name: 'reduce-max',
  summary: 'the greatest over axes',
  identity: ({ type }) => finiteEnds(type)[0],
  evaluate: Math.max,
  wgsl: (left, right) => `max(${left}, ${right})`,
  gradient: extremeSlope,
});
