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

/** An attention whose last blocks may be split, and which may be the second dispatch, of the workgroups that the first one should not have trusted. */
export type WideProblem = TensorProblem & { readonly tail?: Tail | null; readonly isAgain?: boolean };

/** The name of the number of a workgroup. */
export function groupNumber({ tail }: WideProblem): string {
  return tail ? 'order' : 'block';
}

/** Lines that declare what the kernel leaves beside outputs: parts of blocks, and which workgroups trusted what they should not have. */
export function declareLeft({ tail, hasLse, isAgain }: WideProblem, trusts: boolean): string {
  const first = hasLse ? 6 : 5;
  const parts = tail ? `\n@group(0) @binding(${first}) var<storage, read_write> parts: array<f32>;` : '';
  if (!trusts && !isAgain) return parts;
  return `${parts}
@group(0) @binding(${tail ? first + 1 : first}) var<storage, ${isAgain ? 'read' : 'read_write'}> untrusted: array<u32>;`;
}

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
