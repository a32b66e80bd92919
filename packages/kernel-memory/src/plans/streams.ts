// Launches of what moves words in order or in strides.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import { gridOf, itemWidth, nothing } from '@kernel-ladder/kernel-kit';
import type { Constants, Plan, PlanCase } from '@kernel-ladder/harness';
import type { CopyCase, StreamCase, StreamOp } from '../cases/kinds.ts';
import { blockWords, workgroup } from '../cases/probes.ts';
import { keyWords, scalar } from '../inputs.ts';
import { memoryWork } from '../problem.ts';

/** How many words a thread moves at a time, and how many times; null where a stream is not done so. */
export type Share = (op: StreamOp, widest: 1 | 4) => { readonly width: 1 | 4; readonly each: number } | null;

// A block is one workgroup's, so that no sum has to be put together from several.
const wordsOfBlock = blockWords / workgroup;

/** A word a thread, or a block's words one by one. */
export const singleWords: Share = (op) => ({ width: 1, each: op === 'read' ? wordsOfBlock : 1 });

/** A vec4 a thread. */
export const singleQuads: Share = (op, widest) =>
  op === 'read' || op === 'gather' || widest === 1 ? null : { width: widest, each: 1 };

/** Sixteen items a thread, or a block's in as wide ones as it has. */
export const manyQuads: Share = (op, widest) => {
  const width = op === 'gather' ? 1 : widest;
  return { width, each: op === 'read' ? wordsOfBlock / width : 16 };
};

/** A workgroup for each tile of items. */
export function tiles(share: Share): PlanCase<StreamCase> {
  return (params) => {
    const { n, op, groups } = params;
    if (groups !== undefined) return notApplicable('has a workgroup for each tile');
    const shape = share(op, itemWidth(n));
    if (!shape) return notApplicable(refusals[op] ?? 'words that are no whole vec4s');
    if (n === 0) return nothing;
    const tile = workgroup * shape.each;
    const items = n / shape.width;
    const count = Math.ceil(items / tile);
    const workgroups = gridOf(count);
    // A grid that is folded may have workgroups behind the last tile.
    const isWhole = items % tile === 0 && count === workgroups[0] * workgroups[1];
    const { constants, bindings } = launches[op](shape.width, count);
    const common = { ITEMS: items, EACH: shape.each, WHOLE: String(isWhole), GRID_X: workgroups[0] };
    return {
      passes: [{ wgsl: wgsl(`streams/${op}.wgsl`, { ...common, ...constants }), bindings, workgroups }],
      implBytes: memoryWork(params).minBytes,
      longestSum: 1,
    };
  };
}

const refusals: { readonly [Op in StreamOp]?: string } = {
  read: 'the sum of a block takes more than a vec4 a thread',
  gather: 'words that lie anywhere come one by one',
};

interface Launched {
  readonly constants: Constants;
  readonly bindings: readonly string[];
}

const itemOf = (type: 'u32' | 'f32', width: number) => (width === 4 ? `vec4<${type}>` : type);

const launches: { readonly [Op in StreamOp]: (width: number, count: number) => Launched } = {
  copy: (width) => ({ constants: { Item: itemOf('u32', width) }, bindings: ['x', 'y'] }),
  read: (width, blocks) => ({
    constants: { Item: itemOf('u32', width), WIDTH: width, BLOCKS: blocks },
    bindings: ['x', 'sums'],
  }),
  write: (width) => ({
    constants: {
      Item: itemOf('u32', width),
      WIDTH: width,
      KEYS: keyWords / width,
      ...(width === 4 ? {} : { LANES: '0u' }),
    },
    bindings: ['key', 'y'],
  }),
  triad: (width) => ({
    constants: { Item: itemOf('f32', width), SCALAR: scalar },
    bindings: ['a', 'b', 'y'],
  }),
  gather: () => ({ constants: {}, bindings: ['x', 'order', 'y'] }),
};

const persistentEach = 4;

/** As many workgroups as are asked for, each of which takes tile after tile. */
export const persistent: PlanCase<StreamCase> = (params) => {
  const { n, op, groups } = params;
  if (op !== 'copy' || groups === undefined)
    return notApplicable('copies, by as many workgroups as are asked for');
  if (n === 0) return nothing;
  const width = itemWidth(n);
  const items = n / width;
  const tile = workgroup * persistentEach;
  const workgroups = gridOf(groups);
  const constants = {
    Item: itemOf('u32', width),
    ITEMS: items,
    EACH: persistentEach,
    TILES: Math.ceil(items / tile),
    GROUPS: groups,
    WHOLE: String(items % tile === 0),
    GRID_X: workgroups[0],
  };
  return inOnePass('streams/persistent.wgsl', constants, { workgroups, implBytes: 8 * n });
};

/** A word a thread, neighbours a stride apart. */
export const strided: PlanCase<CopyCase> = ({ n, stride }) => {
  if (n === 0) return nothing;
  const column = Math.ceil(n / stride);
  const workgroups = gridOf(Math.ceil((column * Math.min(stride, n)) / workgroup));
  const constants = { N: n, STRIDE: stride, COLUMN: column, GRID_X: workgroups[0] };
  return inOnePass('copy.wgsl', constants, { workgroups, implBytes: 8 * n });
};

function inOnePass(
  file: string,
  constants: Constants,
  { workgroups, implBytes }: Pick<Plan['passes'][number], 'workgroups'> & Pick<Plan, 'implBytes'>,
): Plan {
  return {
    passes: [{ wgsl: wgsl(file, constants), bindings: ['x', 'y'], workgroups }],
    implBytes,
    longestSum: 1,
  };
}
