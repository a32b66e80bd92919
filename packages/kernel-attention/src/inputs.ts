// Seeded queries, keys and values, rounded to their storage type.
import { allocate, fillWithDraws, parseDtype } from '@kernel-ladder/harness';
import type { Arrays, Random } from '@kernel-ladder/harness';
import { validKeys } from './cases.ts';
import type { AttentionCase } from './cases.ts';

/** `queries`, `keys`, `values`, and `lengths[b]`: the keys of each batch that count. */
export function attentionInputs(params: AttentionCase, random: Random): Arrays {
  const { b, h, g, q, k, d } = params;
  const type = parseDtype(params.dtype).in;
  const unit = () => random.uniform(-Math.sqrt(3), Math.sqrt(3));
  const sharpness = { peaked: 30, extreme: 1e4 }[params.fill as string] ?? 1;
  const keys = fillWithDraws(allocate(type, b * (h / g) * k * d), unit, random);
  const constant = random.uniform(0.5, 1);
  const value = params.fill === 'constant' ? () => constant : () => random.uniform(-1, 1);
  const values = fillWithDraws(allocate(type, keys.length), value, random);
  if (params.fill === 'nan') keys[0] = Number.NaN;
  if (params.fill === 'inf') keys[0] = Number.POSITIVE_INFINITY;
  return {
    queries: fillWithDraws(allocate(type, b * h * q * d), () => sharpness * unit(), random),
    keys,
    values,
    lengths: Uint32Array.from({ length: b }, (_, batch) => validKeys(params, batch)),
  };
}
