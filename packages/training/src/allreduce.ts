// Where the exchanges between ranks get their kernels from.
import type { WgslLoader } from '@kernel-ladder/harness';

/** The loader of the allreduce's kernels, given one that brings those of other packages by `@scope/package/path`. */
export function allreduceKernels(load: WgslLoader): WgslLoader {
  return (file) => load(file.startsWith('@') ? file : `@kernel-ladder/kernel-allreduce/kernels/${file}`);
}
