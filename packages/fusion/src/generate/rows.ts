// Rows that are folded, with all that goes into a fold and follows from it: softmax and layer norm are such kernels.
//
// A row is read once and held in registers, where it fits: each thread has items of its own, and what one stage computes for the next
// stays there. A longer row is swept once for each stage, whose values are computed anew. Short rows share a workgroup.
import { gridOf, indent } from '@kernel-ladder/kernel-kit';
import type { RowsGroup } from '../fuse/group.ts';
import { foldFunction, foldText, rowFoldLength, rowThreads } from './folds.ts';
import type { RowThreads } from './folds.ts';
import { fourAtOnce } from './functions.ts';
import { boundValues, bytesOfLeaf, bytesOfValue, headText } from './kernel.ts';
import type { Bound, GeneratedKernel, Target } from './kernel.ts';
import { loadsOf } from './loads.ts';
import type { Order } from './loads.ts';
import { boundOf, distinctLeaves } from './map.ts';
import { heldLines, sweptLines, wideIn } from './row-lines.ts';
import type { Rows } from './row-lines.ts';
import { planRows } from './row-plan.ts';
import type { RowPlan } from './row-plan.ts';
import type { Leaf, Scope } from './sources.ts';

/** Writes the kernel of rows. */
export function rowsKernel(scope: Scope, target: Target, group: RowsGroup): GeneratedKernel {
  const { rows, columns, stores } = group;
  const width = widthOf(group);
  const items = columns / width;
  const threads = rowThreads({ rows, items, width }, target.device);
  const plan = planRows(scope, group, threads.isHeld);
  const leaves = leavesOf(plan);
  const bound = boundRows(group, plan, leaves);
  const groups = Math.ceil(rows / rowsAtOnce(threads));
  const workgroups = gridOf(groups);
  // One row a workgroup, whose threads leave together; or as many rows as the grid has room for.
  const isEven =
    threads.lanes === threads.workgroup ||
    (rows % rowsAtOnce(threads) === 0 && groups === workgroups[0] * workgroups[1]);
  const loads = loadsIn(scope, { group, leaves, isFours: bound.isFours, isEven });
  const kernel: Rows = { scope, target, group, plan, threads, width, items, isEven, loads };
  const sweeps = threads.isHeld ? 1 : plan.stages.length;
  const read = [...leaves.elements, ...leaves.rows].reduce((sum, leaf) => sum + bytesOfLeaf(scope, leaf), 0);
  const head = headText(scope, target, bound, threads.by === 'tree' ? [] : ['subgroups']);
  return {
    file: '@kernel-ladder/fusion/generate/rows.ts',
    text: kernelText(kernel, head, workgroups[0]),
    bindings: boundValues(bound, target),
    workgroups,
    bytes: sweeps * read + stores.reduce((sum, id) => sum + bytesOfValue(scope, id), 0),
    longestSum: rowFoldLength(threads, width, target.device),
  };
}

interface RowLeaves {
  readonly elements: readonly Leaf[];
  readonly rows: readonly Leaf[];
}

function widthOf({ columns }: RowsGroup): 1 | 4 {
  return columns % 4 === 0 ? 4 : 1;
}

function boundRows(group: RowsGroup, { isRow }: RowPlan, leaves: RowLeaves): Bound {
  const { columns, stores } = group;
  const order: Order = { columns, width: widthOf(group), guard: null };
  const ofElements = boundOf({ leaves: leaves.elements, order, stores: stores.filter((id) => !isRow(id)) });
  const ofRows = leaves.rows.flatMap(({ id, expression }) => (expression === null ? [id] : []));
  return {
    reads: [...new Set([...ofElements.reads, ...ofRows])],
    writes: stores,
    isFours: (id) => ofElements.isFours(id) && !ofRows.includes(id),
  };
}

interface RowLoading {
  readonly group: RowsGroup;
  readonly leaves: RowLeaves;
  readonly isFours: Bound['isFours'];
  readonly isEven: boolean;
}

function loadsIn(scope: Scope, { group, leaves, isFours, isEven }: RowLoading): Rows['loads'] {
  const { rows, columns } = group;
  const width = widthOf(group);
  const isItem = `item < ${columns / width}u`;
  const isRow = isEven ? null : `row < ${rows}u`;
  const whole: Order = { columns, width, guard: isRow };
  const ragged: Order = { columns, width, guard: isRow === null ? isItem : `${isRow} && ${isItem}` };
  // A row is an item of what there is one of in each.
  const ofRows: Order = { columns: null, width: 1, guard: isEven ? null : `item < ${rows}u` };
  return {
    whole: loadsOf(scope, { leaves: leaves.elements, order: whole, isFours }),
    ragged: loadsOf(scope, { leaves: leaves.elements, order: ragged, isFours, prefix: 'load_inside' }),
    rows: loadsOf(scope, { leaves: leaves.rows, order: ofRows, isFours, prefix: 'of_row' }),
  };
}

function rowsAtOnce({ workgroup, lanes }: RowThreads): number {
  return workgroup / lanes;
}

function leavesOf({ stages }: RowPlan): {
  readonly elements: readonly Leaf[];
  readonly rows: readonly Leaf[];
} {
  const elements = distinctLeaves(stages.flatMap(({ ofElements }) => ofElements));
  const folded = stages.flatMap(({ folds }) =>
    folds.flatMap(({ operand }) => (operand.kind === 'leaf' ? [operand] : [])),
  );
  const known = new Map([...elements, ...folded].map((leaf) => [leaf.key, leaf]));
  return { elements: [...known.values()], rows: distinctLeaves(stages.flatMap(({ ofRows }) => ofRows)) };
}

function kernelText(kernel: Rows, head: string, gridX: number): string {
  const { threads } = kernel;
  const { workgroup, lanes, by } = threads;
  const body = threads.isHeld ? heldLines(kernel) : sweptLines(kernel);
  const builtins = {
    tree: '',
    shuffles:
      '\n  @builtin(subgroup_id) subgroup: u32,\n  @builtin(subgroup_invocation_id) subgroup_lane: u32,\n  @builtin(subgroup_size) subgroup_size: u32,',
    subgroups:
      '\n  @builtin(subgroup_id) subgroup: u32,\n  @builtin(subgroup_invocation_id) subgroup_lane: u32,\n  @builtin(subgroup_size) subgroup_size: u32,\n  @builtin(num_subgroups) subgroups: u32,',
  }[by];
  // Only subgroups know which of their lanes are neighbours.
  const place = by === 'shuffles' ? 'subgroup * subgroup_size + subgroup_lane' : 'index';
  const functions = textsOf(kernel).filter(
    (text) => text.includes('fn ') && isCalled(text, body, textsOf(kernel)),
  );
  return `${head}

${functions.join('\n\n')}

@compute @workgroup_size(${workgroup})
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) index: u32,${builtins}
) {
  let thread = ${place};
${indent([...placeLines(kernel, gridX), `let lane = ${lanes === workgroup ? 'thread' : `thread % ${lanes}u`};`, ...body].join('\n'), 2)}
}
`;
}

// Loads for the ends of rows are written only where a row ends between threads.
function isCalled(text: string, body: readonly string[], others: readonly string[]): boolean {
  const name = /fn (\w+)\(/.exec(text.slice(text.lastIndexOf('\nfn ') + 1))?.[1] ?? '';
  const calls = new RegExp(String.raw`\b${name}\(`);
  return body.some((line) => calls.test(line)) || others.some((other) => other !== text && calls.test(other));
}

function placeLines({ group: { rows }, threads }: Rows, gridX: number): readonly string[] {
  const { workgroup, lanes } = threads;
  const group = `group.y * ${gridX}u + group.x`;
  if (lanes === workgroup) return [`let row = ${group};`, `if (row >= ${rows}u) {`, '  return;', '}'];
  const own = `(${group}) * ${workgroup / lanes}u + thread / ${lanes}u`;
  return [`let row = ${own};`];
}

function textsOf({ scope, plan, threads, width, loads }: Rows): readonly string[] {
  const isWide = wideIn({ loads, plan });
  const functions = [...plan.functions.values()].flatMap((value) => {
    if (value.text === null) return [];
    return width === 4 && !plan.isRow(value.id)
      ? [value.text, fourAtOnce(scope, value, isWide)]
      : [value.text];
  });
  const folds = plan.stages.flatMap(({ folds: own }) =>
    own.map(({ id }) => foldFunction(foldText(scope, id), threads)),
  );
  return [
    ...[...loads.whole, ...loads.ragged, ...loads.rows].map(({ text }) => text),
    ...functions,
    ...folds,
  ];
}
