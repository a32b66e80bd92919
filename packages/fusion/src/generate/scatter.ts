// Updates added to the rows of a table: a workgroup takes one row, or a stretch of its columns, and looks through all indices for it.
// It marks the picks of its row as bits, and adds up their updates in the order of the bits: no float is added by an atomic, so that
// the sum is the same every time. Between two marks nothing depends on a load, so several loads are on their way at once.
import { each, gridOf, indent } from '@kernel-ladder/kernel-kit';
import type { OpaqueGroup } from '../fuse/group.ts';
import { callOf, nodeOf } from '../fuse/lookup.ts';
import { typeOf } from '../graph/types.ts';
import type { ValueId } from '../graph/types.ts';
import { rowsOf } from '../operators/opaque/rows.ts';
import type { Rows } from '../operators/opaque/rows.ts';
import { nearestRow } from './elements.ts';
import { finishText } from './finish.ts';
import { boundValues, bytesOfLeaf, bytesOfValue, headText } from './kernel.ts';
import type { GeneratedKernel, Target } from './kernel.ts';
import { elementText } from './loads.ts';
import { nameOf, scalarType } from './naming.ts';
import { sourcesOf } from './sources.ts';
import type { Scope } from './sources.ts';

// Columns side by side, and threads that share the picks of each.
const across = 32;
const down = 8;
const threads = across * down;
// Picks that are marked between two barriers, 32 a word.
const chunk = 2048;
const words = chunk / 32;
// Updates that are loaded before the first of them is added.
const ahead = 4;

/** Whether there are so many picks that a workgroup for each row pays. */
export function isScattered({ graph }: Scope, id: ValueId): boolean {
  const node = nodeOf(graph, id);
  return node.op === 'scatter-add' && rowsOf(callOf(graph, node)).picks >= threads;
}

/** Writes the kernel of a scatter and what follows of each of its results. */
export function scatterKernel(scope: Scope, target: Target, group: OpaqueGroup): GeneratedKernel {
  const { graph } = scope;
  const call = callOf(graph, nodeOf(graph, group.node));
  const sizes = rowsOf(call);
  const sources = sourcesOf(scope, group.node);
  const leaves = sources.flatMap((source) => (source.kind === 'leaf' ? [source] : []));
  const order = { columns: sizes.inner, width: 1, guard: null } as const;
  const finish = finishText(scope, target, group, { order, isByElements: () => true });
  const own = leaves.flatMap(({ id, expression }) => (expression === null ? [id] : []));
  const bound = {
    reads: [...new Set([...own, ...finish.bound.reads])],
    writes: group.stores,
    isFours: () => false,
  };
  const type = scalarType(typeOf(graph, group.node).dtype);
  const of = (operand: number, place: string) => {
    const source = sources[operand];
    return source ? elementText(scope, source, place) : '';
  };
  const workgroups = gridOf(sizes.outer * sizes.rows * Math.ceil(sizes.inner / across));
  const text = bodyText({
    sizes,
    type,
    table: of(0, 'place'),
    nearest: nearestRow(call, 1, `i32(${of(1, 'pick')})`, sizes.rows),
    update: (place) => of(2, place),
    finish: `finish_${nameOf(scope, group.node)}`,
    gridX: workgroups[0],
  });
  return {
    file: '@kernel-ladder/fusion/generate/scatter.ts',
    text: `${headText(scope, target, bound)}\n\n${finish.text}\n\n${text}`,
    bindings: boundValues(bound, target),
    workgroups,
    bytes:
      [...leaves, ...finish.leaves].reduce((sum, leaf) => sum + bytesOfLeaf(scope, leaf), 0) +
      group.stores.reduce((sum, id) => sum + bytesOfValue(scope, id), 0),
    longestSum: Math.ceil(sizes.picks / threads) * across + down + 1,
  };
}

interface ScatterText {
  readonly sizes: Rows;
  readonly type: string;
  /** The element of the table at `place`, and the row of the table that `pick` is for. */
  readonly table: string;
  readonly nearest: string;
  readonly update: (place: string) => string;
  readonly finish: string;
  readonly gridX: number;
}

function bodyText(parts: ScatterText): string {
  const { sizes, type, table, finish, gridX } = parts;
  const { outer, rows, inner } = sizes;
  const tiles = Math.ceil(inner / across);
  const wide = type === 'f16' ? 'f32' : type;
  return `// Which picks of a chunk are of this row, 32 a word.
var<workgroup> hits: array<atomic<u32>, ${words}>;
var<workgroup> shares: array<${wide}, ${threads}>;

@compute @workgroup_size(${across}, ${down})
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let block = group.y * ${gridX}u + group.x;
  if (block >= ${outer * rows * tiles}u) {
    return;
  }
  let column = block % ${tiles}u * ${across}u + local.x;
  let result = block / ${tiles}u;
  let row = result % ${rows}u;
  let isInside = column < ${inner}u;
${indent(addingText(parts, wide), 2)}
  shares[thread] = sum;
  // All shares are there before the first row of threads adds them up.
  workgroupBarrier();
  if (isInside && local.y == 0u) {
    let place = result * ${inner}u + column;
    let total = ${wide}(${table})${each(down, (share) => ` + shares[${share * across}u + local.x]`, '')};
    ${finish}(result, column, ${type}(total));
  }
}
`;
}

function addingText({ sizes, nearest, update }: ScatterText, wide: string): string {
  const { rows, inner, picks } = sizes;
  const block = `result / ${rows}u * ${picks * inner}u`;
  const start = inner % across === 0 ? `${block} + column` : `${block} + min(column, ${inner - 1}u)`;
  return `let start = ${start};
var sum = ${wide}(0);
for (var step = 0u; step < ${Math.ceil(picks / chunk)}u; step++) {
  let base = step * ${chunk}u;
  if (thread < ${words}u) {
    atomicStore(&hits[thread], 0u);
  }
  // Words are clear before the first bit is set.
  workgroupBarrier();
  for (var k = 0u; k < ${chunk / threads}u; k++) {
    let at = k * ${threads}u + thread;
    let pick = base + at;
    if (${picks % chunk === 0 ? '' : `pick < ${picks}u && `}${nearest} == row) {
      atomicOr(&hits[at / 32u], 1u << (at % 32u));
    }
  }
  // Every bit is there before anyone adds.
  workgroupBarrier();
  for (var k = 0u; k < ${words / down}u; k++) {
    let word = k * ${down}u + local.y;
    let first = base + word * 32u;
    var bits = atomicLoad(&hits[word]);
    for (var left = (countOneBits(bits) + ${ahead - 1}u) / ${ahead}u; left > 0u; left--) {
${indent(roundText(update, { inner, wide }), 6)}
    }
  }
  // Words are read before they are cleared for the next chunk.
  workgroupBarrier();
}`;
}

// Beyond the last bit the first pick is loaded once more, and not added.
function roundText(update: ScatterText['update'], { inner, wide }: { inner: number; wide: string }): string {
  const loads = each(
    ahead,
    (k) => `let isHit${k} = bits != 0u;
let place${k} = start + (first + select(0u, countTrailingZeros(bits), isHit${k})) * ${inner}u;
bits &= bits - 1u;
let update${k} = ${wide}(${update(`place${k}`)});`,
  );
  return `${loads}\n${each(ahead, (k) => `sum += select(${wide}(0), update${k}, isHit${k});`)}`;
}
