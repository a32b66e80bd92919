// Marks beside a variant's name: what it looks like in the charts, whether it is the fastest, whether its time compares.
import { tunedText } from '@kernel-ladder/schema';
import type { Tuned } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import type { PeerNote } from '../model/peers.ts';
import type { Fastest } from '../model/rung.ts';
import type { SeriesStyle } from '../theme.ts';
import { cited } from './cited.tsx';

/** A variant's colour and shape; the name beside it says the same. */
export function Swatch({ style: { colour, shape } }: { readonly style: SeriesStyle }): VNode {
  return <span class="swatch" data-shape={shape.name} aria-hidden="true" style={{ '--series': colour }} />;
}

/** A variant's line as the charts draw it: its colour, dashes and shape. */
export function LineSample({ style }: { readonly style: SeriesStyle }): VNode {
  return (
    <>
      <svg viewBox="0 0 26 10" class="sample" aria-hidden="true" style={{ '--series': style.colour }}>
        <path d="M0 5h26" stroke-dasharray={style.dash.join(' ')} />
      </svg>
      <Swatch style={style} />
    </>
  );
}

/** Marks the smallest median time of a case; `joint` where that of several cannot be told apart. */
export function FastestBadge({ fastest }: { readonly fastest: Fastest }): VNode {
  if (fastest === 'alone') return <span class="badge fastest">fastest</span>;
  return (
    <span class="badge fastest" title="The 95 % intervals of these medians overlap">
      joint fastest
    </span>
  );
}

/** Marks a variant that gets edge cases wrong on purpose; the title says which. */
export function BreaksBadge({ title }: { readonly title: string }): VNode {
  return (
    <span class="badge flag" title={title}>
      breaks as expected
    </span>
  );
}

/** Marks a time that must not be compared, with the reason. */
export function DoubtBadge({ doubt }: { readonly doubt: string }): VNode {
  return <span class="badge flag">not comparable: {doubt}</span>;
}

/** Marks a kernel whose parameters are a tuning table's; the title has them. */
export function TunedBadge({ tuned }: { readonly tuned: Tuned }): VNode {
  return (
    <span class="badge tuned" title={tunedText(tuned)}>
      tuned
    </span>
  );
}

/** Names who ran where it was no rung of ours; the title has settings and clock. */
export function PeerBadge({ peer: { name, about, commit } }: { readonly peer: PeerNote }): VNode {
  return (
    <span class="badge" title={about}>
      {cited(name, commit === null ? [] : [commit])}
    </span>
  );
}
