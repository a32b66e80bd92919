// What the ids of one process share while they are checked and timed.
import type { Gpu } from '@kernel-ladder/gpu';
import type { Effort, KernelText, KnownOutputs, Machine, Phase } from '@kernel-ladder/schema';
import type { CoverageReport } from '../check/coverage.ts';
import type { CaseParams, Family } from '../contract/family.ts';
import type { InputCache } from '../launch/input-cache.ts';
import type { Clock } from '../measure/clock.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** What all ids of one process share. */
export interface Workbench<Case extends CaseParams> {
  readonly gpu: Gpu;
  readonly family: Family<Case>;
  readonly load: WgslLoader;
  readonly machine: Machine;
  readonly effort: Effort;
  readonly seed: number;
  readonly edgeCases: boolean;
  readonly headlineOnly: boolean;
  /** Coverage by variant: awkward cases are checked once a run, not once an id. */
  readonly covered: Map<string, CoverageReport>;
  /** By id: what earlier processes computed and had checked, joined by what this one does. */
  readonly known: Map<string, KnownOutputs>;
  readonly inputs: InputCache;
  readonly clock: Clock | null;
  readonly onProgress: (phase: Phase, share: number) => void;
  /** Told of the kernel behind a result that has a kernel hash. */
  readonly onKernel?: (kernel: KernelText) => void;
}
