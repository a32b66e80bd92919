// A compiled program: plain data, in the shape in which the harness, the emulator and the executor launch kernels.
import type { Plan } from '@kernel-ladder/harness';
import type { Dtype, Input, Type } from '../graph/types.ts';

/** A value under the name of its buffer. */
export type Named = Input;

/** Numbers that are part of the program. */
export interface Constant extends Named {
  /** In row-major order. */
  readonly values: readonly number[];
}

/** One kernel, in words. */
export interface KernelSummary {
  readonly kind: string;
  /** The lines of the program that it computes. */
  readonly lines: readonly string[];
  /** Bytes that it asks memory for. */
  readonly bytes: number;
  /** Operations of those lines. */
  readonly flops: number;
}

/** What the values between kernels take, in bytes. */
export interface MemorySummary {
  /** By arena. */
  readonly arenas: readonly number[];
  /** The most that lives at once: no plan can do with less. */
  readonly peakBytes: number;
  /** What they would take with memory each of their own. */
  readonly separateBytes: number;
  /** How many of them take the place of an operand. */
  readonly inPlace: number;
}

/** What compiling took, in ns of the host's clock. */
export interface CompileTimes {
  /** Rewriting the graph, grouping it into kernels and planning memory. */
  readonly passesNs: number;
  /** Writing the kernels. */
  readonly generateNs: number;
}

/** A program for one device. */
export interface Program {
  readonly inputs: readonly Named[];
  readonly outputs: readonly Named[];
  readonly constants: readonly Constant[];
  /** Passes, and the bytes of the arenas as scratch. Buffers have the names of inputs, outputs and constants. */
  readonly plan: Plan;
  readonly kernels: readonly KernelSummary[];
  readonly memory: MemorySummary;
  readonly times: CompileTimes;
}

/** Elements of a buffer as typed arrays have them: WGSL stores no bool, and nothing of a byte. */
export function arrayTypeOf({ dtype }: Pick<Type, 'dtype'>): 'f32' | 'f16' | 'i32' | 'u32' {
  return stored[dtype];
}

const stored = { f32: 'f32', f16: 'f16', i32: 'i32', u32: 'u32', i8: 'i32', bool: 'u32' } as const satisfies {
  readonly [Name in Dtype]: string;
};
