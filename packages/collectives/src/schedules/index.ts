// Allreduce as schedules: one function an algorithm, from a shape to steps of transfers.
import type { Schedule } from '../schedule.ts';
import type { Algorithm } from './algorithm.ts';
import { oneShot, twoShot } from './direct.ts';
import { halvingDoubling } from './halving-doubling.ts';
import { hierarchical } from './hierarchical.ts';
import { ring } from './ring.ts';
import type { Shape } from './shape.ts';
import { doubleTree, tree } from './tree.ts';

export type { Algorithm } from './algorithm.ts';
export { closedForm } from './closed-form.ts';
export type { ClosedForm } from './closed-form.ts';
export { chunkOf } from './shape.ts';
export type { Range, Shape } from './shape.ts';

/** Every algorithm; each throws a RangeError for a shape that makes no sense. */
export const schedules: { readonly [Name in Algorithm]: (shape: Shape) => Schedule } = {
  ring,
  tree,
  'double-tree': doubleTree,
  'halving-doubling': halvingDoubling,
  'one-shot': oneShot,
  'two-shot': twoShot,
  hierarchical,
};

/** Names of all algorithms. */
export const algorithms = Object.keys(schedules) as readonly Algorithm[];
