// A layout as a WGSL expression: what a kernel writes where it would otherwise work an offset out by hand.
import { coalesce } from './algebra.ts';
import { formatLayout, modesOf, partsOf } from './layout.ts';
import type { Layout } from './layout.ts';

/**
 * The offset (u32) of an index, or of one coordinate for each outermost mode: names of u32 variables or expressions in parentheses.
 * What adds nothing is left out. Coordinates must be inside the layout: nothing is clamped.
 */
export function wgslOffset(of: Layout, at: string | readonly string[]): string {
  const [parts, names] = typeof at === 'string' ? [[of], [at]] : [partsOf(of), at];
  if (parts.length !== names.length)
    throw new RangeError(`${formatLayout(of)} has ${parts.length} modes, there are ${names.length} names`);
  const terms = parts.flatMap((part, index) => termsOf(part, names[index] ?? ''));
  return terms.length > 0 ? terms.join(' + ') : '0u';
}

// Coalesced first: digits that run on into each other need no division.
function termsOf(part: Layout, name: string): readonly string[] {
  let below = 1;
  const modes = modesOf(coalesce(part));
  return modes.flatMap(({ size, stride }, index) => {
    const quotient = below === 1 ? name : `${name} / ${below}u`;
    below *= size;
    const digit = index === modes.length - 1 ? quotient : `${quotient} % ${size}u`;
    if (stride === 0 || size === 1) return [];
    return [stride === 1 ? digit : `${digit === name ? name : `(${digit})`} * ${stride}u`];
  });
}
