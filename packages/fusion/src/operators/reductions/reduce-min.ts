import { extremeSlope } from './extreme.ts';
import { finiteEnds, fold } from './folds.ts';

export const reduceMin = fold({
  name: 'reduce-min',
  summary: 'the least over axes',
  identity: ({ type }) => finiteEnds(type)[1],
  evaluate: Math.min,
  wgsl: (left, right) => `min(${left}, ${right})`,
  gradient: extremeSlope,
});
