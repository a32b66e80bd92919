// Texts of kernels for components: each is asked for once a visit.
import { useEffect, useState } from 'preact/hooks';
import type { KernelText } from '@kernel-ladder/schema';
import { loadKernel } from '../data.ts';
import type { Loaded } from '../data.ts';
import { once } from '../once.ts';

/** Loads the text of a kernel. */
export const kernelOf = once(loadKernel);

/** The texts of these kernels, in their order; null while they are on their way. */
export function useKernels(hashes: readonly string[]): readonly Loaded<KernelText>[] | null {
  const key = hashes.join(' ');
  const [known, setKnown] = useState<{
    readonly key: string;
    readonly files: readonly Loaded<KernelText>[];
  } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all(hashes.map((hash) => kernelOf(hash))).then((files) => {
      if (isCurrent) setKnown({ key, files });
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return known?.key === key ? known.files : null;
}
