// The last blocks of the wide kernel, which would leave most of a device waiting for them: each is split along its keys.
import type { AttentionProblem } from '../problem.ts';
import { numberGroup } from '../problem.ts';
import type { TensorProblem } from '../tensor/constants.ts';

/** How many blocks are taken whole, and into how many parts of how many keys each one behind them is split. */
export interface Tail {
  readonly whole: number;
  readonly parts: number;
  readonly keys: number;
}

/** An attention whose last blocks may be split. */
export type WideProblem = TensorProblem & { readonly tail?: Tail | null };

/** Lines that name the block and the keys of this workgroup, from `origin` to before `end_key`; blocks that are whole come first. */
export function placeParts(
  { heads, batches, queries, grid }: AttentionProblem,
  { whole, parts }: Tail,
  blockQueries: number,
): string {
  const blocks = (heads * batches * queries) / blockQueries;
  return `${numberGroup('order', whole + (blocks - whole) * parts, grid)}
let is_part = order >= ${whole}u;
let rest = max(order, ${whole}u) - ${whole}u;
let part = rest % ${parts}u;
let block = min(order, ${whole}u) + rest / ${parts}u;`;
}

/** Lines behind those that name the block. */
export function placeKeys({ keys }: Tail): string {
  return `let origin = part * ${keys}u;
let end_key = select(most_visible, min(most_visible, (part + 1u) * ${keys}u), is_part);`;
}
