// Which rung to take: the fastest one measured for a size on a kind of device.
import type { DeviceFacts } from '@kernel-ladder/harness';

/** What the choice depends on besides the length. */
export type PickedBy = Pick<DeviceFacts, 'software' | 'features'>;

/** Vectors of up to `upTo` elements take `variant`. */
interface Rule {
  readonly upTo: number;
  readonly variant: string;
}

/** Lengths at which the rungs were timed for the rules: on an H200, and those up to 2^16 on SwiftShader. */
export const ruleLengths: readonly number[] = [...lengthsFrom(4, 1.03), ...lengthsFrom(4.1, 0.98)];

// Up to one tile, shuffles alone are quickest; one workgroup with 16-byte loads then wins until it is full; shuffles
// over two levels win up to 2^16. On a CPU a barrier
// costs more than all the additions around it, so the kernel that has one of them wins at every size.
const rules: { readonly [kind in 'subgroups' | 'plain' | 'software']: readonly Rule[] } = {
  subgroups: [
    { upTo: 256, variant: 'subgroup' },
    { upTo: 4096, variant: 'optimized' },
    { upTo: 65_536, variant: 'subgroup' },
    { upTo: Infinity, variant: 'optimized' },
  ],
  plain: [
    { upTo: 2 ** 22, variant: 'sequential' },
    { upTo: Infinity, variant: 'atomic' },
  ],
  software: [{ upTo: Infinity, variant: 'naive' }],
};

/** The name of the variant to use for n elements on a device. */
export function pickVariant(n: number, device: PickedBy): string {
  const rule = rules[kindOf(device)].find(({ upTo }) => n <= upTo);
  if (!rule) throw new RangeError(`no rule for ${n} elements`);
  return rule.variant;
}

// Thirty, evenly spaced in their logarithm up to 28 and moved off the powers of two.
function lengthsFrom(log2: number, factor: number): readonly number[] {
  return Array.from({ length: 30 }, (_, index) =>
    Math.round(2 ** (log2 + ((28 - log2) * index) / 29) * factor),
  );
}

function kindOf(device: PickedBy): keyof typeof rules {
  if (device.software) return 'software';
  return device.features.has('subgroups') ? 'subgroups' : 'plain';
}
