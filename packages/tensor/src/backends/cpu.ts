// The reference: one thread, f64, and the kernels of the operators' own definitions.
import type { Backend } from '../backend.ts';
import { hostBackend } from './host.ts';
import type { Registry } from '../registry.ts';

/** A back end that computes on the calling thread. */
export function cpuBackend(registry: Registry): Backend {
  const features = new Set<string>();
  return hostBackend({
    name: 'cpu',
    compute: async (operator, call, operands) =>
      registry.choose('cpu', operator, { call, features }).run(operator, call, operands),
    numbers: (count) => new Float64Array(count),
    close: async () => {},
  });
}
