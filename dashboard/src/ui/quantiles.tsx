// A distribution as a small picture: a box from the 25th to the 75th percentile, whiskers from the 5th to the 95th, the median across.
import type { Timing } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { formatRange, formatTime, medianTime } from '../format.ts';
import { quantilePlaces } from '../model/run-rows.ts';
import '../run.css';

const [width, height] = [96, 16];

/** Draws it from the least to the greatest sample; its label says the numbers. */
export function Quantiles({ timing }: { readonly timing: Timing }): VNode {
  const { p05, p25, median, p75, p95 } = quantilePlaces(timing);
  const x = (share: number) => 2 + share * (width - 4);
  const label = `median ${formatTime(timing.medianNs)}, middle half ${formatRange(medianTime, timing.p25Ns, timing.p75Ns)}, from ${formatTime(timing.minNs)} to ${formatTime(timing.maxNs)}`;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} class="quantiles" role="img" aria-label={label}>
      <title>{label}</title>
      <path class="range" d={`M${x(0)} ${height / 2}H${x(1)}`} />
      <path class="whisker" d={`M${x(p05)} ${height / 2}H${x(p95)}M${x(p05)} 5v6M${x(p95)} 5v6`} />
      <rect class="box" x={x(p25)} y={3} width={Math.max(1, x(p75) - x(p25))} height={10} />
      <path class="median" d={`M${x(median)} 1V15`} />
    </svg>
  );
}

/** Samples in time order as a line; nothing of a run that kept none. */
export function Samples({ samples }: { readonly samples: readonly number[] }): VNode | null {
  if (samples.length < 2) return null;
  const [low, high] = [Math.min(...samples), Math.max(...samples)];
  const points = samples.map((ns, at) => {
    const x = 2 + (at / (samples.length - 1)) * (width - 4);
    const y = 14 - ((ns - low) / Math.max(1, high - low)) * 12;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const label = `${samples.length} samples in time order, ${formatRange(medianTime, low, high)}`;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} class="quantiles" role="img" aria-label={label}>
      <title>{label}</title>
      <path class="samples" d={`M${points.join('L')}`} />
    </svg>
  );
}
