// Numbers for people: one place decides digits, so charts, tables and tooltips always agree; units are those of the metrics.
import { fittingUnit, metricIds, metricOf, storedUnit } from '@kernel-ladder/schema';
import type { MetricId, NumberType, Unit } from '@kernel-ladder/schema';

/** A metric and what its operations work on: together they have a unit. */
export interface Measure {
  readonly metric: MetricId;
  readonly numbers: NumberType;
}

/** Chooses the unit in which `value` reads best. */
export function unitFor({ metric, numbers }: Measure, value: number): Unit {
  return fittingUnit(metricOf(metric).units, value, numbers);
}

/** Names a metric; a bandwidth between simulated ranks must not be taken for a network's. */
export function metricLabel(metric: MetricId, simulated: boolean): string {
  const { label, isBetweenRanks } = metricOf(metric);
  return simulated && isBetweenRanks ? `${label}, simulated` : label;
}

/** Whether a metric is a part of a whole, in percent. */
export function isShare(metric: MetricId): boolean {
  return storedUnit(metricOf(metric).units, 'float') === '%';
}

/** Whether a metric is a duration. */
export function isTime(metric: MetricId): boolean {
  return storedUnit(metricOf(metric).units, 'float') === storedUnit(metricOf('medianNs').units, 'float');
}

/** Writes a value with its unit, as in `1.234 ms`; a share says of which ceiling it is, as in `46.8 % of tensor:f16-f32`. */
export function formatMetric(measure: Measure, value: number, ceiling: string | null = null): string {
  const unit = unitFor(measure, value);
  const text = `${scaled(measure, value, unit)} ${unit.name}`;
  return ceiling === null ? text : `${text} of ${ceiling}`;
}

/** Writes a range in one unit, as in `1.23–1.25 ms`. */
export function formatRange(measure: Measure, low: number, high: number): string {
  const unit = unitFor(measure, high);
  const [from, to] = [low, high].map((value) => scaled(measure, value, unit));
  return to?.startsWith('<') ? `${to} ${unit.name}` : `${from}–${to} ${unit.name}`;
}

/** Times have one unit, whatever the operations work on. */
export const medianTime: Measure = { metric: 'medianNs', numbers: 'float' };

/** Writes a duration given in nanoseconds. */
export function formatTime(ns: number): string {
  return formatMetric(medianTime, ns);
}

/** Writes a value that is given in a unit of some metric, in the unit that suits it; null where no metric has the unit. */
export function formatGiven(value: number, unit: string): string | null {
  const measures = metricIds.flatMap((metric) => [
    { metric, numbers: 'float' as const },
    { metric, numbers: 'integer' as const },
  ]);
  for (const measure of measures) {
    const given = metricOf(measure.metric).units[measure.numbers].find(({ name }) => name === unit);
    if (given) return formatMetric(measure, value * given.divisor);
  }
  return null;
}

/** Writes a number at so many significant digits, never as an exponent and never cutting an integer part. */
export function formatNumber(value: number, digits = 4): string {
  return (Math.abs(value) >= 10 ** (digits - 1) ? wholeNumbers : significant(digits)).format(value);
}

// Making a writer takes a browser a hundred times as long as writing with it, and a page writes thousands of numbers.
const wholeNumbers = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const writers = new Map<number, Intl.NumberFormat>();

function significant(digits: number): Intl.NumberFormat {
  const writer =
    writers.get(digits) ??
    new Intl.NumberFormat('en', { minimumSignificantDigits: digits, maximumSignificantDigits: digits });
  writers.set(digits, writer);
  return writer;
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

function scaled({ metric }: Measure, value: number, { divisor }: Unit): string {
  const write = isTime(metric) ? formatNumber : formatAmount;
  return write(value / divisor, isShare(metric) ? 3 : 4);
}
