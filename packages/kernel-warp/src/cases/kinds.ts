// The problems of the family: sums, prefixes, work by keys, sums of partitions, and the built-in functions themselves.
import type { CaseParams } from '@kernel-ladder/harness';
import type { BuiltinName } from '../builtins.ts';
import type { Number32 } from '../numbers.ts';

/** The sum of `n` numbers; `workgroup` threads a workgroup, 256 where they are left out. */
export type SumCase = CaseParams & {
  readonly n: number;
  readonly workgroup?: number;
  readonly dtype: Number32;
};

/** Whether a prefix counts its own place. */
export type Scan = (typeof scans)[number];

/** Both. */
export const scans = ['inclusive', 'exclusive'] as const;

/** The prefix sums of each block of 4 · `workgroup` numbers, 1024 where it is left out. */
export type PrefixCase = CaseParams & {
  readonly n: number;
  readonly scan: Scan;
  readonly workgroup?: number;
  readonly dtype: Number32;
};

/** How drawn keys lie: in runs of 128 and more, or each by itself. */
export type KeyOrder = (typeof keyOrders)[number];

/** Both. */
export const keyOrders = ['clustered', 'scattered'] as const;

/**
 * A word for each of `n` that hangs on its key, one of 32, by 64 rounds of arithmetic that differ from key to key. With `degree` keys take
 * turns, so many of them, after each `run` of places, 1 where it is left out; with `input` they are drawn.
 */
export type KeyedCase = CaseParams & {
  readonly n: number;
  readonly degree?: number;
  readonly run?: number;
  readonly input?: KeyOrder;
  readonly dtype: 'u32';
};

/** The sums of partitions of so many neighbours. */
export type PartitionCase = CaseParams & {
  readonly n: number;
  readonly lanes: number;
  readonly dtype: 'u32';
};

/** A built-in function, or every one; `trips` times, in so many `chains` that do not hang on each other. */
export type BuiltinCase = CaseParams & {
  readonly builtin: BuiltinName | 'every';
  readonly workgroup?: number;
  readonly groups?: number;
  readonly trips?: number;
  readonly chains?: number;
  readonly dtype: Number32;
};

/** A case of the family. */
export type WarpCase = SumCase | PrefixCase | KeyedCase | PartitionCase | BuiltinCase;

/** One function for each kind of case. */
export interface Handlers<Result> {
  readonly sum: (params: SumCase) => Result;
  readonly prefix: (params: PrefixCase) => Result;
  readonly keyed: (params: KeyedCase) => Result;
  readonly partition: (params: PartitionCase) => Result;
  readonly builtin: (params: BuiltinCase) => Result;
}

/** Gives a case to the function of its kind. */
export function byKind<Result>(params: WarpCase, handlers: Handlers<Result>): Result {
  if ('builtin' in params) return handlers.builtin(params as BuiltinCase);
  if ('scan' in params) return handlers.prefix(params as PrefixCase);
  if ('lanes' in params) return handlers.partition(params as PartitionCase);
  if ('degree' in params || 'input' in params) return handlers.keyed(params as KeyedCase);
  return handlers.sum(params as SumCase);
}
