// What of a trend is drawn: which columns, along what, and against what.
import type { Measured } from './metric.ts';
import type { Span } from './range.ts';
import type { Trend, TrendLine } from './trend.ts';

/** The reader's choices, settled. */
export interface TrendView {
  /** The columns in view. */
  readonly span: Span;
  /** Across run days instead of commits. */
  readonly isDated: boolean;
  /** Every line is divided by its first value in view. */
  readonly isRelative: boolean;
}

/** All commits, one step each, in the metric's own unit. */
export function wholeView({ columns }: Trend): TrendView {
  return { span: { first: 0, last: columns.length - 1 }, isDated: false, isRelative: false };
}

/** What is measured of a line in these columns. */
export function measuredIn({ points }: TrendLine, { first, last }: Span): readonly Measured[] {
  return points
    .slice(first, last + 1)
    .flatMap((point) => (point?.status === 'passed' && point.measured ? [point.measured] : []));
}

/** What each line is multiplied with before it is drawn; 1 for a line without a value in view. */
export function factorsOf({ lines }: Trend, { isRelative, span }: TrendView): readonly number[] {
  return lines.map((line) => {
    const [first] = isRelative ? measuredIn(line, span) : [];
    return first && first.value > 0 ? 1 / first.value : 1;
  });
}
