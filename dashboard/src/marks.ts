// Marks beside a variant's name: what it looks like in the charts, whether it is the fastest, whether its time compares.
import { el } from './dom.ts';
import type { PeerNote } from './model/peers.ts';
import type { Fastest } from './model/rung.ts';
import type { SeriesStyle } from './theme.ts';

/** Draws a variant's colour and shape; the name beside it says the same. */
export function swatch({ colour, shape }: SeriesStyle): HTMLElement {
  const mark = el('span', { class: 'swatch', 'data-shape': shape.name, 'aria-hidden': 'true' });
  mark.style.setProperty('--series', colour);
  return mark;
}

/** Draws a variant's line as the charts do: its colour, dashes and shape. */
export function lineSample(style: SeriesStyle): readonly Element[] {
  const svg = document.createElementNS(svgSpace, 'svg');
  svg.setAttribute('viewBox', '0 0 26 10');
  svg.setAttribute('class', 'sample');
  svg.setAttribute('aria-hidden', 'true');
  svg.style.setProperty('--series', style.colour);
  const line = document.createElementNS(svgSpace, 'path');
  line.setAttribute('d', 'M0 5h26');
  line.setAttribute('stroke-dasharray', style.dash.join(' '));
  svg.append(line);
  return [svg, swatch(style)];
}

const svgSpace = 'http://www.w3.org/2000/svg';

/** Marks the smallest median time of a case; `joint` where that of several cannot be told apart. */
export function fastestBadge(fastest: Fastest): HTMLElement {
  if (fastest === 'alone') return el('span', { class: 'badge fastest' }, 'fastest');
  const title = 'The 95 % intervals of these medians overlap';
  return el('span', { class: 'badge fastest', title }, 'joint fastest');
}

/** Marks a variant that gets edge cases wrong on purpose; the title says which. */
export function breaksBadge(title: string): HTMLElement {
  return el('span', { class: 'badge flag', title }, 'breaks as expected');
}

/** Marks a time that must not be compared, with the reason. */
export function doubtBadge(doubt: string): HTMLElement {
  return el('span', { class: 'badge flag' }, `not comparable: ${doubt}`);
}

/** Names who ran where it was no rung of ours; the title has settings and clock. */
export function peerBadge({ name, about }: PeerNote): HTMLElement {
  return el('span', { class: 'badge', title: about }, name);
}
