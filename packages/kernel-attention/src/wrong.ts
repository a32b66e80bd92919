// Kernels with a known fault each: a check that lets one through proves nothing.
import type { Variant } from '@kernel-ladder/harness';
import type { AttentionCase } from './cases.ts';
import { planTiled } from './plans/plain.ts';
import { variant } from './plans/rung.ts';

/** The kernels that the check must reject. */
export const wrong: readonly Variant<AttentionCase>[] = [
  fault('no-rescale', 'Leaves earlier sums as they are when a tile raises the maximum.'),
  fault('causal-off-by-one', 'Shows a query one key too many.'),
  fault('causal-from-start', 'Aligns a causal mask with the first key instead of the last one.'),
  fault('unscaled', 'Leaves out the division by √d.'),
  fault('dropped-tail', 'Ignores the keys behind the last whole tile.'),
  fault('masked-mean', 'Gives a query that sees nothing the mean of all values.'),
  fault('padding-counted', 'Lets padding take part.'),
  fault('missing-barrier', 'Overwrites a tile that others still read.'),
  fault('wrong-group', 'Takes the keys of another head where heads share them.'),
];

function fault(name: string, summary: string): Variant<AttentionCase> {
  return variant({
    name,
    summary,
    plan: (params, device) => planTiled(params, device, `wrong/${name}.wgsl`),
  });
}
