// Seeded queries, keys and values, rounded to their storage type.
import { allocate, fill, fillWithDraws, parseDtype } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { drawInteger } from '@kernel-ladder/kernel-kit';
import { validKeys } from './cases.ts';
import type { AttentionCase } from './cases.ts';

/** `queries`, `keys`, `values`, and `lengths[b]`: the keys of each batch that count. */
export function attentionInputs(params: AttentionCase, random: Random): Arrays {
  const { b, h, g, q, k, d } = params;
  const type = parseDtype(params.dtype).in;
  const unit =
    params.fill === 'whole' ? () => drawInteger(random) : () => random.uniform(-Math.sqrt(3), Math.sqrt(3));
  const keys = fillWithDraws(allocate(type, b * (h / g) * k * d), unit, random);
  if (params.fill === 'level') repeatFirstKeys(params, keys);
  const values = fillWithDraws(allocate(type, keys.length), valueOf(params, random), random);
  if (params.fill === 'nan') keys[0] = Number.NaN;
  if (params.fill === 'inf') keys[0] = Number.POSITIVE_INFINITY;
  const sharpness = { peaked: 30, extreme: 1e4, level: 1 / 8 }[params.fill as string] ?? 1;
  return {
    queries: fillWithDraws(allocate(type, b * h * q * d), () => sharpness * unit(), random),
    keys,
    values,
    lengths: Uint32Array.from({ length: b }, (_, batch) => validKeys(params, batch)),
  };
}

/** The largest value of a level case; the smallest is more than half as large, so that no key counts for little. */
export const largestLevel = 8;

function valueOf({ fill: kind }: AttentionCase, random: Random): () => number {
  const constant = random.uniform(0.5, 1);
  if (kind === 'constant') return () => constant;
  if (kind !== 'level') return () => random.uniform(-1, 1);
  const sizes = largestLevel / 2;
  return () => {
    const drawn = random.integer(0, 2 * sizes - 1);
    return drawn < sizes ? largestLevel - drawn : drawn - sizes - largestLevel;
  };
}

// Every key of a head is its first one: the logits of a query are all the same, whatever it is.
function repeatFirstKeys({ k, d }: AttentionCase, keys: NumberArray): void {
  fill(keys, (index) => keys[index - (index % (k * d)) + (index % d)] ?? 0);
}
