// A mutated loop may never end, and takes the device with it: every loop gets a counter that ends it.
import { loopsOf } from './statements.ts';
import { tokensOf } from './tokens.ts';

/**
 * The same kernel whose loops all end after `most` trips. The counters are variables of the function, so that loops
 * with barriers in them stay uniform, and no line moves.
 */
export function capLoops(text: string, most: number): string {
  const tokens = tokensOf(text);
  const inserts = loopsOf({ tokens }).flatMap(({ keyword, open, close }, index) => {
    // A loop that only a return ends must not be left otherwise: the function would have no value.
    const canEnd =
      tokens[keyword]?.text !== 'loop' || tokens.slice(open, close).some((token) => token.text === 'break');
    if (!canEnd) return [];
    const trips = `trips_${index}_`;
    return [
      { at: tokens[keyword]?.start ?? 0, text: `var ${trips} = 0u; ` },
      { at: tokens[open]?.end ?? 0, text: ` if (${trips} >= ${most}u) { break; } ${trips}++;` },
    ];
  });
  return inserts
    .toSorted((a, b) => b.at - a.at)
    .reduce((capped, insert) => capped.slice(0, insert.at) + insert.text + capped.slice(insert.at), text);
}
