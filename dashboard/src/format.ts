// Numbers for people: one place decides digits and units, so charts, tables and tooltips always agree.
import { metricTable } from '@kernel-ladder/schema';
import type { MetricId } from '@kernel-ladder/schema';

/** A unit and what a value in the metric's own unit is divided by to reach it. */
export interface Scale {
  readonly divisor: number;
  readonly unit: string;
}

const times: readonly Scale[] = [
  { divisor: 1, unit: 'ns' },
  { divisor: 1e3, unit: 'µs' },
  { divisor: 1e6, unit: 'ms' },
  { divisor: 1e9, unit: 's' },
];

const rates: readonly Scale[] = [
  { divisor: 1, unit: 'GFLOP/s' },
  { divisor: 1e3, unit: 'TFLOP/s' },
];

/** Chooses the unit in which `value` reads best. */
export function scaleFor(metric: MetricId, value: number): Scale {
  if (metric === 'medianNs') return fitting(times, value);
  if (metric === 'gflops') return fitting(rates, value);
  return { divisor: 1, unit: metricTable[metric].unit };
}

/** Names a metric; a bandwidth between simulated ranks must not be taken for a network's. */
export function metricLabel(metric: MetricId, simulated: boolean): string {
  const { label } = metricTable[metric];
  return simulated && (metric === 'algbw' || metric === 'busbw') ? `${label}, simulated` : label;
}

/** Writes a value with its unit, as in `1.234 ms`. */
export function formatMetric(metric: MetricId, value: number): string {
  const scale = scaleFor(metric, value);
  return `${scaled(metric, value, scale)} ${scale.unit}`;
}

/** Writes a range in one unit, as in `1.23–1.25 ms`. */
export function formatRange(metric: MetricId, low: number, high: number): string {
  const scale = scaleFor(metric, high);
  const [from, to] = [low, high].map((value) => scaled(metric, value, scale));
  return to?.startsWith('<') ? `${to} ${scale.unit}` : `${from}–${to} ${scale.unit}`;
}

/** Writes a duration given in nanoseconds. */
export function formatTime(ns: number): string {
  return formatMetric('medianNs', ns);
}

/** Writes a number at so many significant digits, never as an exponent and never cutting an integer part. */
export function formatNumber(value: number, digits = 4): string {
  const whole = Math.abs(value) >= 10 ** (digits - 1);
  return value.toLocaleString('en', {
    minimumSignificantDigits: whole ? undefined : digits,
    maximumSignificantDigits: whole ? undefined : digits,
    maximumFractionDigits: whole ? 0 : undefined,
  });
}

/** Writes a rate or a share; what nobody compares by its digits is `< 0.01`. */
export function formatAmount(value: number, digits = 4): string {
  return value > 0 && value < 0.01 ? '< 0.01' : formatNumber(value, digits);
}

/** Writes a ratio of times, as in `3.42×`. */
export function formatSpeedup(ratio: number): string {
  return `${formatNumber(ratio, 3)}×`;
}

/** Writes a change as a signed percentage, as in `+5.2 %`; effects are new/old − 1. */
export function formatEffect(effect: number): string {
  const size = Math.abs(100 * effect);
  const percent = size.toFixed(size < 99.95 ? 1 : 0);
  return `${effect < 0 ? '\u2212' : '+'}${percent}\u202f%`;
}

/** Writes an interval of effects, as in `+4.1 to +6.3 %`. */
export function formatEffects(low: number, high: number): string {
  return `${formatEffect(low).replace(/\s?%$/, '')} to ${formatEffect(high)}`;
}

/** Writes a probability with two digits; what is too small to matter is `< 0.001`. */
export function formatP(p: number): string {
  return p < 0.001 ? '< 0.001' : formatNumber(p, 2);
}

/** Names a commit by its first eight digits; forty zeros stand for a checkout without git history. */
export function shortCommit(sha: string): string {
  return /^0+$/.test(sha) ? 'no commit' : shortHash(sha);
}

/** Shortens a hash. */
export function shortHash(hash: string): string {
  return hash.slice(0, 8);
}

/** Writes an ISO date as day and minute, UTC. */
export function formatDate(iso: string): string {
  return new Date(iso).toISOString().slice(0, 16).replace('T', ' ');
}

function scaled(metric: MetricId, value: number, { divisor }: Scale): string {
  const write = metric === 'medianNs' ? formatNumber : formatAmount;
  return write(value / divisor, digitsOf(metric));
}

function digitsOf(metric: MetricId): number {
  return metricTable[metric].unit === '%' ? 3 : 4;
}

function fitting(scales: readonly Scale[], value: number): Scale {
  // Rounded first, so that 999.96 µs becomes 1.000 ms and not 1,000 µs.
  const rounded = Number(value.toPrecision(4));
  return scales.findLast((scale) => rounded >= scale.divisor) ?? scales[0] ?? { divisor: 1, unit: '' };
}
