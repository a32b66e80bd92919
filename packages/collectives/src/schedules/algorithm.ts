// The names of the algorithms.

/** Ways to an allreduce. */
export type Algorithm =
  | 'ring'
  | 'tree'
  | 'double-tree'
  | 'halving-doubling'
  | 'one-shot'
  | 'two-shot'
  | 'hierarchical';
