// How the tensor-core kernel brings queries, keys and values into workgroup memory, 16 bytes a time.
import { each, indent } from '@kernel-ladder/kernel-kit';
import type { AttentionProblem } from '../problem.ts';
import { fragment } from './layout.ts';
import type { TensorLayout } from './layout.ts';

/** Functions that load eight halves along a row, or zeros past the last row: no weight of zero may meet a NaN there. */
export function loaders(
  { queries, keys }: AttentionProblem,
  { width, bq, bk }: Pick<TensorLayout, 'width' | 'bq' | 'bk'>,
): string {
  const load = (array: string, rows: number, tile: number) => {
    const value = `${array}[(head * ${rows}u + row) * ${width}u + word]`;
    const body =
      rows % tile === 0
        ? `return ${value};`
        : `if (row < ${rows}u) {\n  return ${value};\n}\nreturn vec4u();`;
    return `fn load_${array}(head: u32, row: u32, word: u32) -> vec4u {\n${indent(body, 2)}\n}`;
  };
  return [load('queries', queries, bq), load('keys', keys, bk), load('values', keys, bk)].join('\n\n');
}

function unit({ threads }: TensorLayout, copy: number): string {
  return copy === 0 ? 'thread' : `(thread + ${copy * threads}u)`;
}

// A thread past the last word copies nothing.
function whole({ bk, width, threads, copies }: TensorLayout, copy: number): string | null {
  return (copy + 1) * threads <= bk * width || copies === 0
    ? null
    : `thread < ${bk * width - copy * threads}u`;
}

/** Variables that hold the next keys and values on their way. */
export function declareHeld(layout: TensorLayout): string {
  return each(layout.copies, (copy) => `var held_k${copy} = vec4u(); var held_v${copy} = vec4u();`);
}

/** Starts the loads of the keys and values from `first` on. */
export function fetch(layout: TensorLayout, first: string): string {
  const { width, copies } = layout;
  return each(copies, (copy) => {
    const [row, word] = [`${first} + ${unit(layout, copy)} / ${width}u`, `${unit(layout, copy)} % ${width}u`];
    return `held_k${copy} = load_keys(shared_head, ${row}, ${word});
held_v${copy} = load_values(shared_head, ${row}, ${word});`;
  });
}

/** Stores what the loads brought into workgroup memory. */
export function deposit(layout: TensorLayout): string {
  const { width, stride, copies } = layout;
  return each(copies, (copy) => {
    const at = `${unit(layout, copy)} / ${width}u * ${stride}u + ${unit(layout, copy)} % ${width}u`;
    const lines = `tile_k[${at}] = held_k${copy};\ntile_v[${at}] = held_v${copy};`;
    const guard = whole(layout, copy);
    return guard === null ? lines : `if (${guard}) {\n${indent(lines, 2)}\n}`;
  });
}

/**
 * Lines that bring the queries into fragments `q0` …, by way of the place of the keys: rows past the last query
 * become zeros, which a fragment read straight from memory could not have.
 */
export function stageQueries(layout: TensorLayout): string {
  const { bq, bk, width, stride, threads, dimFragments } = layout;
  const rows = Math.min(bq, bk);
  const copies = Math.ceil((rows * width) / threads);
  const round = (index: number) => `// Queries ${index * rows} … ${(index + 1) * rows - 1} of the block.
for (var copy = 0u; copy < ${copies}u; copy++) {
  let unit = copy * ${threads}u + thread;
  if (unit < ${rows * width}u) {
    let row = first_query + ${index * rows}u + unit / ${width}u;
    tile_k[unit / ${width}u * ${stride}u + unit % ${width}u] = load_queries(head, row, unit % ${width}u);
  }
}
workgroupBarrier();
if (subgroup / ${rows / fragment}u == ${index}u) {
${each(
  dimFragments,
  (i) =>
    `  q${i} = subgroupMatrixLoad<Left, row_major>(&tile_k, subgroup % ${rows / fragment}u * ${fragment * stride}u + ${2 * i}u, ${stride}u);`,
)}
}
workgroupBarrier();`;
  return `${each(dimFragments, (i) => `var q${i} = Left();`, ' ')}\n${each(bq / rows, round)}`;
}
