// The ladder as a list: a rung is a line of text with a bar behind it, so a reason fits where a number is missing.
import { el } from '../dom.ts';
import { doubtBadge, fastestBadge, peerBadge, swatch } from '../marks.ts';
import type { Bar, Ladder } from '../model/ladder.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';

/** What the list needs beside the rungs. */
export interface LadderLook {
  /** Says what the list is for readers who do not see the bars. */
  readonly label: string;
  readonly theme: Theme;
  /** A remark on a variant; null for none. */
  readonly remarkOn: (variant: string) => HTMLElement | null;
}

/** Draws the rungs. */
export function ladderList(ladder: Ladder, { label, theme, remarkOn }: LadderLook): HTMLElement {
  const rungs = ladder.bars.map((bar) => {
    const badges = [...badgesOf(bar), remarkOn(bar.variant)].filter((badge) => badge !== null);
    return rung(bar, { theme, badges, isApproximate: ladder.baselineDoubt !== null });
  });
  const list = el('ol', { class: 'rungs', 'aria-label': label }, ...rungs);
  list.style.setProperty('--rungs', String(rungs.length));
  return list;
}

interface RungLook {
  readonly theme: Theme;
  readonly badges: readonly HTMLElement[];
  /** The time that speed-ups are over is itself in doubt. */
  readonly isApproximate: boolean;
}

type Passed = Extract<Bar, { status: 'passed' }>;

function rung(bar: Bar, { theme, badges, isApproximate }: RungLook): HTMLElement {
  const style = seriesStyle(theme, bar.place);
  const name = el(
    'span',
    { class: 'rung-name' },
    swatch(style),
    bar.variant,
    ...badges.flatMap((badge) => [' ', badge]),
  );
  const marks = `${bar.status === 'passed' ? marksOf(bar) : ''}${bar.peer ? ' peer' : ''}`;
  const classes = `rung ${bar.status}${marks}`;
  const item = el('li', { class: classes, 'data-variant': bar.variant, 'data-status': bar.status }, name);
  item.style.setProperty('--series', style.colour);
  item.append(...(bar.status === 'passed' ? numbers(bar, isApproximate) : reason(bar)));
  return item;
}

function marksOf({ fastest, doubt, isBeyond }: Passed): string {
  return `${fastest ? ' best' : ''}${doubt === null ? '' : ' doubtful'}${isBeyond ? ' beyond' : ''}`;
}

function badgesOf(bar: Bar): readonly HTMLElement[] {
  const { peer } = bar;
  const who = peer ? [peerBadge(peer)] : [];
  if (bar.status !== 'passed') return who;
  return [
    ...who,
    ...(bar.fastest ? [fastestBadge(bar.fastest)] : []),
    ...(bar.doubt === null ? [] : [doubtBadge(bar.doubt)]),
  ];
}

function numbers(bar: Passed, isApproximate: boolean): readonly HTMLElement[] {
  const fill = el('span', { class: 'rung-fill' });
  fill.style.inlineSize = percent(bar.length);
  const spread = el('span', { class: 'rung-spread' });
  // Narrower than this it is a smudge on the bar's end, not an interval.
  spread.hidden = bar.high - bar.low < 0.01;
  spread.style.insetInlineStart = percent(bar.low);
  spread.style.inlineSize = percent(bar.high - bar.low);
  const title = bar.spread === null ? {} : { title: `p25–p75 ${bar.spread}` };
  return [
    el('span', { class: 'rung-track', ...title, 'aria-hidden': 'true' }, fill, spread),
    el('span', { class: 'rung-value' }, bar.value),
    ratio(bar, isApproximate),
  ];
}

// A rung is told by what it gained over the first one, a peer by how our best one does beside it.
function ratio({ peer, speedup }: Passed, isApproximate: boolean): HTMLElement {
  if (peer?.over)
    return el('span', { class: 'rung-speedup', title: peer.over.about }, `ours ${peer.over.text}`);
  const about = isApproximate ? '≈\u202f' : '';
  return el('span', { class: 'rung-speedup' }, speedup === null || peer ? '—' : `${about}${speedup}`);
}

function reason(bar: Extract<Bar, { reason: string }>): readonly HTMLElement[] {
  // What passed and has no number in this metric is no skip.
  const said = bar.status === 'unrated' ? 'passed' : bar.status;
  const badge = el('span', { class: `badge ${bar.status}` }, said);
  const over = bar.status === 'unrated' && bar.peer?.over;
  const beside = over ? [el('span', { title: over.about }, `; ours ${over.text}`)] : [];
  return [el('span', { class: 'rung-reason' }, badge, ` ${bar.reason}`, ...beside)];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
