// Numbers and names for people, on a terminal and in Markdown.
import { fittingUnit, metricOf } from '@kernel-ladder/schema';
import type { MetricId, NumberType, OtherCards } from '@kernel-ladder/schema';

/** A metric's value in the unit that suits it: four digits, two below the smallest unit, three of a share. */
export function formatMetric(id: MetricId, value: number, numbers: NumberType): string {
  const { units } = metricOf(id);
  const unit = fittingUnit(units, value, numbers);
  const scaled = value / unit.divisor;
  const count = unit.name === '%' ? 3 : scaled < 1 ? 2 : 4;
  return `${digits(scaled, count)} ${unit.name}`;
}

/** A duration in the unit that suits it. */
export function formatNs(ns: number): string {
  return formatMetric('medianNs', ns, 'float');
}

/** Four significant digits at most, no exponent below 1e15. */
export function digits(value: number, count: number): string {
  if (value >= 10 ** count) return String(Math.round(value));
  return String(Number(value.toPrecision(count)));
}

/** A share as a signed per cent with one digit behind the point, e.g. `+3.1 %`; beyond tenfold only that. */
export function formatEffect(share: number): string {
  if (share >= 10) return '>+1000 %';
  const percent = Math.round(1000 * share) / 10;
  return `${percent > 0 ? '+' : ''}${(percent || 0).toFixed(1)} %`;
}

/** Text for a page that reads markup: kernel errors and commit subjects are never tags. */
export function escapeHtml(text: string): string {
  // A blank line would end the markup's block, and Markdown begin.
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** Text in the midst of Markdown: no tag, link, picture, emphasis or cell's end. */
export function escapeMarkdown(text: string): string {
  return escapeHtml(text.replaceAll(/[\\`*_[\]|~]/g, String.raw`\$&`));
}

/** `another card: 45cde3b1 → 0f3a9c22`. */
export function otherCardsText({ before, now }: OtherCards): string {
  const [was, is] = [before, now].map((ids) => ids.map((id) => id.slice(0, 8)).join(', '));
  return `another card: ${was} → ${is}`;
}
