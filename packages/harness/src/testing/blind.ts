// A device as a browser without timestamps shows it.
import type { Gpu } from '@kernel-ladder/gpu';

/** The same device, which says that it has no timestamps: the host's clock is all that is left. */
export function blind(gpu: Gpu): Gpu {
  const features = new Set(gpu.facts.features);
  features.delete('timestamp-query');
  return { ...gpu, facts: { ...gpu.facts, features } };
}
