// The problems of the family: counts, contended words, lists, graphs and tables, all by atomics.
import type { CaseParams } from '@kernel-ladder/harness';

/** How often each of `bins` numbers occurs among `n`. */
export type HistogramCase = CaseParams & {
  readonly n: number;
  readonly bins: number;
  readonly input: Input;
  readonly dtype: 'u32';
};

/** Which bins occur: all alike, the k-th most frequent as 1/k (Zipf's law), or one alone. */
export type Input = (typeof inputNames)[number];

/** Every input of a histogram. */
export const inputNames = ['uniform', 'zipf', 'hot'] as const;

/** `n` terms added to `targets` words, each to one that its place decides. */
export type ContentionCase = CaseParams & {
  readonly n: number;
  readonly targets: number;
  readonly dtype: 'u32';
};

/** `n` words appended to a list in whatever order, by as many threads as are asked for; a thread for each where none are. */
export type AppendCase = CaseParams & {
  readonly n: number;
  readonly threads?: number;
  readonly dtype: 'u32';
};

/** The words of `n` that are not 0, `keep` percent of them; in their own order where that is asked for. */
export type CompactCase = CaseParams & {
  readonly n: number;
  readonly keep: number;
  readonly order?: 'kept';
  readonly dtype: 'u32';
};

/** What an undirected graph looks like. */
export type Graph = (typeof graphNames)[number];

/** Every graph. */
export const graphNames = ['path', 'star', 'random', 'power-law', 'empty', 'self-loop'] as const;

/** The degrees of the `n` vertices of a graph. */
export type DegreesCase = CaseParams & {
  readonly n: number;
  readonly graph: Graph;
  readonly dtype: 'u32';
};

/** How many edges each of `n` vertices is away from the vertex `source`. */
export type LevelsCase = CaseParams & {
  readonly n: number;
  readonly graph: Graph;
  readonly source: number;
  readonly dtype: 'u32';
};

/** `n` keys put into a hash table and as many looked up; were they all different, `load` percent of its slots would be taken. */
export type HashCase = CaseParams & {
  readonly n: number;
  readonly load: number;
  readonly dtype: 'u32';
};

/** A case of the family. */
export type AtomicsCase =
  | HistogramCase
  | ContentionCase
  | AppendCase
  | CompactCase
  | DegreesCase
  | LevelsCase
  | HashCase;

/** One function for each kind of case. */
export interface Handlers<Result> {
  readonly histogram: (params: HistogramCase) => Result;
  readonly contention: (params: ContentionCase) => Result;
  readonly append: (params: AppendCase) => Result;
  readonly compact: (params: CompactCase) => Result;
  readonly degrees: (params: DegreesCase) => Result;
  readonly levels: (params: LevelsCase) => Result;
  readonly hash: (params: HashCase) => Result;
}

/** Gives a case to the function of its kind. */
export function byKind<Result>(params: AtomicsCase, handlers: Handlers<Result>): Result {
  if ('bins' in params) return handlers.histogram(params as HistogramCase);
  if ('targets' in params) return handlers.contention(params as ContentionCase);
  if ('keep' in params) return handlers.compact(params as CompactCase);
  if ('source' in params) return handlers.levels(params as LevelsCase);
  if ('graph' in params) return handlers.degrees(params as DegreesCase);
  return 'load' in params ? handlers.hash(params as HashCase) : handlers.append(params as AppendCase);
}

/** The same function for every kind that a caller does not tell apart. */
export function forOthers<Result>(answer: () => Result): Handlers<Result> {
  return {
    histogram: answer,
    contention: answer,
    append: answer,
    compact: answer,
    degrees: answer,
    levels: answer,
    hash: answer,
  };
}
