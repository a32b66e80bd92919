// How each back end runs an operator.
import type { Call } from '@kernel-ladder/fusion';
import type { DeviceFacts, Plan, WgslLoader } from '@kernel-ladder/harness';

/** Row-major operands in, row-major result out; f64 that is not rounded, integers that have wrapped. */
export type CpuKernel = (operator: string, call: Call, operands: readonly Float64Array[]) => Float64Array;

/** A call of the same operator whose result is a stretch of the whole one. */
export interface Part {
  readonly call: Call;
  readonly operands: readonly Float64Array[];
  /** Where its result begins. */
  readonly from: number;
}

/** The parts of a call, at most `most`, in order and without gaps. */
export type ThreadsKernel = (call: Call, operands: readonly Float64Array[], most: number) => readonly Part[];

/** A plan of a family for a call, and what its buffers are called. */
export interface RungPlan {
  readonly plan: Plan;
  /** The buffer of each operand, in order. */
  readonly operands: readonly string[];
  readonly result: string;
  /** Brings the family's files. */
  readonly load: WgslLoader;
}

/** `generated`: what fusion writes for the graph. Else the plan of a rung; null where the device cannot run it. */
export type WebgpuKernel = 'generated' | ((call: Call, facts: DeviceFacts) => RungPlan | null);

/** How a back end runs an operator. */
export interface Implementations {
  readonly cpu: CpuKernel;
  readonly threads: ThreadsKernel;
  readonly webgpu: WebgpuKernel;
}
