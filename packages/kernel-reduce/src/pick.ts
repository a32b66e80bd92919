// Which rung to take: the fastest one measured for a size on a kind of device.
import type { DeviceFacts } from '@kernel-ladder/harness';

/** Vectors of up to `upTo` elements take `variant`. */
interface Rule {
  readonly upTo: number;
  readonly variant: string;
}

// Read off measurements by `bench:pick`: hardware on an H200, software on SwiftShader. Up to one tile, shuffles alone
// are quickest; one workgroup with 16-byte loads then wins until it is full; shuffles over two levels win while a
// second dispatch costs less than clearing and folding the tickets. On a CPU a barrier costs more than all the
// additions around it, so the kernel that has one of them wins at every size.
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
export function pickVariant(n: number, device: DeviceFacts): string {
  const rule = rules[kindOf(device)].find(({ upTo }) => n <= upTo);
  if (!rule) throw new RangeError(`no rule for ${n} elements`);
  return rule.variant;
}

function kindOf(device: DeviceFacts): keyof typeof rules {
  if (device.software) return 'software';
  return device.features.has('subgroups') ? 'subgroups' : 'plain';
}
