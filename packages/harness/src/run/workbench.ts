// What the ids of one process share while they are checked and timed.
import type { Gpu } from '@kernel-ladder/gpu';
import type { Effort, KernelText, KnownOutputs, Machine, Perturbations, Phase } from '@kernel-ladder/schema';
import type { Covered } from '../check/coverage.ts';
import type { CaseParams, Problem } from '../contract/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import type { CasePair } from '../launch/case-pair.ts';
import { createInputCache } from '../launch/input-cache.ts';
import type { InputCache } from '../launch/input-cache.ts';
import { createHostCases } from '../launch/host-cases.ts';
import type { HostCases } from '../launch/host-cases.ts';
import type { Clock } from '../measure/clock.ts';
import { createCompiler } from './compiler.ts';
import type { Compiler } from './compiler.ts';
import { ownDevice } from '../contract/shared-device.ts';
import type { SharedDevice } from '../contract/shared-device.ts';
import type { Subject } from '../contract/identity.ts';
import type { Bench, Timed } from '../perturb/measure.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** What follows an id. */
export interface Following<Case extends CaseParams> {
  /** The next ones, as many as are compiled ahead. */
  readonly ids: readonly Subject<Case>[];
  /** The first one of another case; null behind the last case. */
  readonly case: Subject<Case> | null;
}

/**
 * What is left of a launch's time without its loads, its arithmetic …: see `perturb`. The reader of kernels that it needs makes functions
 * of texts, which a page must not have: whoever may, brings it.
 */
export type TakeApart = <Case extends CaseParams>(bench: Bench, timed: Timed<Case>) => Promise<Perturbations>;

/** What all ids of one process share. */
export interface Workbench<Case extends CaseParams> {
  readonly gpu: Gpu;
  readonly family: Problem<Case>;
  readonly load: WgslLoader;
  readonly machine: Machine;
  readonly effort: Effort;
  readonly seed: number;
  readonly edgeCases: boolean;
  /** Whether what is right is timed as well. */
  readonly timing: boolean;
  readonly headlineOnly: boolean;
  /** Takes apart what is timed; null where nobody asks for that. */
  readonly takeApart: TakeApart | null;
  /** Coverage by variant: awkward cases are checked once a run, not once an id. */
  readonly covered: Map<string, Covered>;
  /** By id: what earlier processes computed and had checked, joined by what this one does. */
  readonly known: Map<string, KnownOutputs>;
  readonly inputs: InputCache<CasePair<Case>>;
  /** Inputs on the host, of the case at hand and of the next: what is uploaded, and what variants that run themselves take. */
  readonly hosts: HostCases<Case>;
  readonly following: Following<Case>;
  /** Compiles the pipelines of what follows. */
  readonly compiler: Compiler<Case>;
  /** Whether anything is begun with before its turn. */
  readonly ahead: boolean;
  /** Who generates inputs and judges outputs. */
  readonly judges: Judges;
  readonly clock: Clock | null;
  /** The device among those who use it. */
  readonly device: SharedDevice;
  readonly onProgress: (phase: Phase, share: number) => void;
  /** Told that nothing is timed any more of the id at hand. */
  readonly onTimed?: () => void | Promise<void>;
  /** Told of the kernel behind a result that has a kernel hash. */
  readonly onKernel?: (kernel: KernelText) => void;
}

/** What a workbench cannot do without, and what of it is not as usual. */
export type WorkbenchRequest<Case extends CaseParams> = Pick<
  Workbench<Case>,
  'gpu' | 'family' | 'load' | 'machine'
> &
  Partial<Workbench<Case>>;

/** A workbench at normal effort, on seed 1, with the awkward cases, that knows and holds nothing yet. */
export function openWorkbench<Case extends CaseParams>(request: WorkbenchRequest<Case>): Workbench<Case> {
  const { gpu, load, timing = true } = request;
  return {
    effort: 'normal',
    seed: 1,
    edgeCases: true,
    timing: true,
    headlineOnly: false,
    takeApart: null,
    covered: new Map(),
    known: new Map(),
    inputs: createInputCache(),
    hosts: createHostCases({ family: request.family, judges: request.judges }),
    following: { ids: [], case: null },
    compiler: createCompiler({ gpu, load, timing }),
    ahead: true,
    judges: sameThread,
    clock: null,
    device: ownDevice,
    onProgress: () => {},
    ...request,
  };
}

/** Frees what the workbench holds on the device. */
export function closeWorkbench<Case extends CaseParams>({
  inputs,
  hosts,
  clock,
}: Pick<Workbench<Case>, 'inputs' | 'hosts' | 'clock'>): void {
  inputs.drop();
  hosts.keep([]);
  clock?.free();
}
