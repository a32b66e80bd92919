// Pure numbers: order statistics and what they are worth.
export {
  lag1Autocorrelation,
  mean,
  median,
  medianInterval,
  quantile,
  sorted,
  standardDeviation,
} from './order.ts';
export type { Interval } from './order.ts';
