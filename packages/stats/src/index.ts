// Pure numbers: order statistics and what they are worth.
export { mean, median, medianInterval, quantile, sorted, standardDeviation } from './order.ts';
export type { Interval } from './order.ts';
