// The problems of the family: words in order, in strides, turned, in workgroup memory, over and over, and one after another.
import type { CaseParams } from '@kernel-ladder/harness';

/** A copy of `n` words in strided order: neighbouring threads take words that lie `stride` apart. */
export type CopyCase = CaseParams & {
  readonly n: number;
  readonly stride: number;
  readonly dtype: 'f32';
};

/** What a stream does with `n` words: y = x; the sum of each block of x; y of a key; y = a + s·b; y = x in a random order. */
export type StreamOp = (typeof streamOps)[number];

/** Every stream. */
export const streamOps = ['copy', 'read', 'write', 'triad', 'gather'] as const;

/** A stream of `n` words in order; `groups` are the workgroups that share it, where their number is asked for. */
export type StreamCase = CaseParams & {
  readonly n: number;
  readonly op: StreamOp;
  readonly groups?: number;
  readonly dtype: 'f32';
};

/** The transpose of a row-major matrix of words. */
export type TransposeCase = CaseParams & {
  readonly rows: number;
  readonly columns: number;
  readonly dtype: 'f32';
};

/** Whether a pattern reads or writes. */
export type Access = (typeof accesses)[number];

/** Both. */
export const accesses = ['read', 'write'] as const;

/** All items of `width` words of `n` in strided order, read or written; as many words as are timed where `n` is left out. */
export type PatternCase = CaseParams & {
  readonly n?: number;
  readonly stride: number;
  readonly width: number;
  readonly access: Access;
  readonly dtype: 'f32';
};

/** Threads that read workgroup memory at places `stride` words apart; as many groups and trips as are timed where they are left out. */
export type BanksCase = CaseParams & {
  readonly stride: number;
  readonly groups?: number;
  readonly trips?: number;
  readonly dtype: 'f32';
};

/** A working set of `bytes` that is read over and over; as many groups, and vec4s a thread, as are timed where they are left out. */
export type SweepCase = CaseParams & {
  readonly bytes: number;
  readonly groups?: number;
  readonly trips?: number;
  readonly dtype: 'f32';
};

/** A chain of words in a random order over `bytes`, followed by one thread; as many hops as are timed where `trips` are left out. */
export type ChaseCase = CaseParams & {
  readonly bytes: number;
  readonly trips?: number;
  readonly dtype: 'u32';
};

/** As many blocks of a few bytes to a few thousand, given out by the host and taken back: no kernel's work, but loops' on the host. */
export type BlocksCase = CaseParams & { readonly blocks: number; readonly dtype: 'u8' };

/** A case of the family. */
export type MemoryCase =
  | CopyCase
  | StreamCase
  | TransposeCase
  | PatternCase
  | BanksCase
  | SweepCase
  | ChaseCase
  | BlocksCase;

/** One function for each kind of case. */
export interface Handlers<Result> {
  readonly copy: (params: CopyCase) => Result;
  readonly stream: (params: StreamCase) => Result;
  readonly transpose: (params: TransposeCase) => Result;
  readonly pattern: (params: PatternCase) => Result;
  readonly banks: (params: BanksCase) => Result;
  readonly sweep: (params: SweepCase) => Result;
  readonly chase: (params: ChaseCase) => Result;
  readonly blocks: (params: BlocksCase) => Result;
}

/** Gives a case to the function of its kind. */
export function byKind<Result>(params: MemoryCase, handlers: Handlers<Result>): Result {
  if ('rows' in params) return handlers.transpose(params as TransposeCase);
  if ('op' in params) return handlers.stream(params as StreamCase);
  if ('access' in params) return handlers.pattern(params as PatternCase);
  if ('bytes' in params)
    return params.dtype === 'u32' ? handlers.chase(params as ChaseCase) : handlers.sweep(params as SweepCase);
  if ('blocks' in params) return handlers.blocks(params as BlocksCase);
  return 'n' in params ? handlers.copy(params as CopyCase) : handlers.banks(params as BanksCase);
}

/** The same function for every probe, which asks what a device's memory is like, and for the host's own work: what no loop over words rivals. */
export function forProbes<Result>(
  answer: () => Result,
): Pick<Handlers<Result>, 'copy' | 'pattern' | 'banks' | 'sweep' | 'chase' | 'blocks'> {
  return { copy: answer, pattern: answer, banks: answer, sweep: answer, chase: answer, blocks: answer };
}
