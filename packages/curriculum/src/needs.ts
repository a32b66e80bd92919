// What an item needs of a machine.
import type { Machine } from '@kernel-ladder/schema';
import type { Need } from './types.generated.ts';

const features: { readonly [need: string]: string } = {
  subgroups: 'subgroups',
  f16: 'shader-f16',
  'subgroup-matrix': 'chromium-experimental-subgroup-matrix',
  'timestamp-query': 'timestamp-query',
};

/** What needs ask of a machine, or of the adapter that tests ran on. */
export interface Capable extends Pick<Machine, 'software' | 'features'> {
  readonly adapter: Pick<Machine['adapter'], 'name' | 'vendor'>;
}

const isNvidia = ({ adapter, software }: Capable): boolean =>
  !software && adapter.vendor.toLowerCase() === 'nvidia';

/** What a machine lacks of an item's needs, in words. */
export function lacks(needs: readonly Need[], machine: Capable): readonly string[] {
  return needs.flatMap((need) => {
    const feature = features[need];
    if (feature !== undefined) return machine.features.includes(feature) ? [] : [feature];
    if (need === 'gpu') return machine.software ? ['a hardware adapter'] : [];
    if (need === 'nvidia-host' || need === 'nvidia-host-multi')
      return isNvidia(machine) ? [] : ['an NVIDIA host'];
    return [];
  });
}

/** Whether only a hardware adapter can meet the needs. */
export function needsHardware(needs: readonly Need[]): boolean {
  return needs.some((need) => need === 'gpu' || need.startsWith('nvidia-host'));
}

/** Whether the needs ask nothing of a machine. */
export function needsNoMachine(needs: readonly Need[]): boolean {
  return needs.every((need) => need === 'any' || need === 'ci');
}

/** The needs in words, for what is missing where there is no machine at all. */
export function describeNeeds(needs: readonly Need[]): string {
  const words = needs.flatMap((need) => {
    if (need === 'gpu') return ['a hardware adapter'];
    if (need.startsWith('nvidia-host')) return ['an NVIDIA host'];
    return features[need] ?? [];
  });
  return words.length > 0 ? words.join(', ') : 'any adapter';
}

/** The features that an item needs and no machine offers; none while there is no machine. */
export function missingFeatures(
  needs: readonly Need[],
  machines: readonly { readonly machine: Capable }[],
): readonly string[] {
  const wanted = needs.flatMap((need) => features[need] ?? []);
  const offersAll = machines.some(({ machine }) => wanted.every((name) => machine.features.includes(name)));
  if (machines.length === 0 || offersAll) return [];
  const absent = wanted.filter((name) => machines.every(({ machine }) => !machine.features.includes(name)));
  return absent.length > 0 ? absent : wanted;
}
