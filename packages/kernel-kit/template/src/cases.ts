// Which vectors are scaled and shifted: round and large ones for timing, awkward ones for checking.
import type { CaseParams, EdgeCaseSet } from '@kernel-ladder/harness';

/** y = a·x + b over a vector of `n` elements. */
export type TemplateCase = CaseParams & { readonly n: number; readonly dtype: 'f32' };

/** The vector of `n` elements. */
export function templateCase(n: number): TemplateCase {
  return { n, dtype: 'f32' };
}

/** The timed cases by size class. */
export const timedCases = {
  tiny: [templateCase(1000)],
  small: [templateCase(2 ** 16)],
  headline: [templateCase(2 ** 26)],
  sweep: [14, 18, 22, 24].map((log2) => templateCase(2 ** log2)),
  huge: [templateCase(2 ** 28)],
} as const;

// Around nothing, a vec4, a subgroup, a workgroup of either rung, and the first row of a folded grid.
const lengths = [0, 1, 3, 4, 5, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, 32_768, 32_769, 131_073];

/** The awkward cases. */
export const edgeCases: readonly EdgeCaseSet<TemplateCase>[] = [
  { set: 'EC-1D', cases: lengths.map(templateCase) },
];
