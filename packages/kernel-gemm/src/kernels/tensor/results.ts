// How the tensor-core kernel's sums leave it: through workgroup memory and their epilogue into C.
import { each, indent, plus } from '@kernel-ladder/kernel-kit';
import { specOf } from '../epilogue.ts';
import { finished, finishedFour, finishFunction } from '../finish.ts';
import { kinds } from './layout.ts';
import type { Layout, TensorProblem } from './layout.ts';

/** What results are laid out by. */
type ResultsLayout = Pick<Layout, 'bm' | 'bn' | 'partM' | 'partN' | 'side' | 'staged'>;

const fours = { f32: 'vec4f', f16: 'vec4h', i32: 'vec4i' } as const;

/** Binding 2, the addend of an epilogue, and `store_c(row, column, value)`: four elements, none outside C. */
export function declareResults(problem: TensorProblem, layout: ResultsLayout): string {
  const { sum } = kinds[problem.kind];
  const { epilogue, columns } = problem;
  const element = columns % 4 === 0 ? fours[sum] : sum;
  const { adds } = specOf(epilogue);
  const added = `@group(0) @binding(3) var<storage, read> added: array<${element}>; // ${adds}\n`;
  return `@group(0) @binding(2) var<storage, read_write> c: array<${element}>;
${adds === 'nothing' ? '' : added}
${withBlank(finishFunction(epilogue, sum === 'i32' ? 'i32' : 'f32'))}${storeFunction(problem, layout)}`;
}

function storeFunction(problem: TensorProblem, layout: ResultsLayout): string {
  const { rows, columns, kind, epilogue } = problem;
  const { sum } = kinds[kind];
  const row = rows % layout.bm === 0 ? [] : [`row < ${rows}u`];
  const column = (j: number) => (columns % layout.bn === 0 ? [] : [`${plus('column', j)} < ${columns}u`]);
  const at = `${problem.batch > 1 ? `layer * ${rows * columns}u + ` : ''}row * ${columns}u + column`;
  const place = specOf(epilogue).adds === 'bias' ? 'column' : at;
  if (isSingle(problem)) {
    const one = finished(epilogue, 'value', `added[${place}]`);
    return `fn store_c(row: u32, column: u32, value: ${sum}, layer: u32) {
${indent(guarded([...row, ...column(0)], `c[${at}] = ${one};`), 2)}
}
`;
  }
  const wide = sum === 'f16' ? 'vec4f(value)' : 'value';
  const body =
    columns % 4 === 0
      ? guarded([...row, ...column(0)], storeFour(problem, at, place))
      : each(4, (j) => guarded([...row, ...column(j)], storeOne(problem, { at, place, j })));
  return `fn store_c(row: u32, column: u32, value: ${fours[sum]}, layer: u32) {
  let sums = ${wide};
${indent(body, 2)}
}
`;
}

/**
 * Whether sums leave one by one, neighbours by neighbouring threads: where rows of C are no whole vec4s, fours would leave as four
 * stores of a word of every sixteen bytes each.
 */
export function isSingle({ columns, kind }: Pick<TensorProblem, 'columns' | 'kind'>): boolean {
  return columns % 4 !== 0 && kind !== 'f16';
}

function storeFour({ kind, epilogue }: TensorProblem, at: string, place: string): string {
  const { sum } = kinds[kind];
  const results = finishedFour(epilogue, 'sums', 'four');
  const value = { f32: `vec4f(${results})`, f16: `vec4h(vec4f(${results}))`, i32: `vec4i(${results})` }[sum];
  const store = `c[(${at}) / 4u] = ${value};`;
  if (specOf(epilogue).adds === 'nothing') return store;
  const four = `added[(${place}) / 4u]`;
  return `let four = ${sum === 'f16' ? `vec4f(${four})` : four};\n${store}`;
}

interface Place {
  readonly at: string;
  readonly place: string;
  readonly j: number;
}

function storeOne({ kind, epilogue }: TensorProblem, { at, place, j }: Place): string {
  const isHalf = kinds[kind].sum === 'f16';
  const added = `added[${plus(place, j)}]`;
  const result = finished(epilogue, `sums.${'xyzw'[j]}`, isHalf ? `f32(${added})` : added);
  return `c[${plus(at, j)}] = ${isHalf ? `f16(${result})` : result};`;
}

/** Lines that store all sums of a workgroup. */
export function writeBack(problem: TensorProblem, layout: ResultsLayout): string {
  const { bm, bn, partM, partN, side, staged } = layout;
  const { sums } = kinds[problem.kind];
  const [from, first] = isSingle(problem) ? [' / 4u', ''] : ['', ` * ${sums}u`];
  return `let to_staged = part_row * ${side * staged.stride}u + part_column * ${partN / sums}u;
let staged_row = thread / ${staged.width}u;
let from_staged = staged_row * ${staged.stride}u + thread % ${staged.width}u${from};
let row = tile_row * ${bm}u + staged_row;
let column = tile_column * ${bn}u + thread % ${staged.width}u${first};
${each(partM / side, (i) => writeRound(problem, layout, i))}`;
}

function writeRound(
  problem: TensorProblem,
  { partM, partN, side, staged }: ResultsLayout,
  i: number,
): string {
  const { stride, rowsAtOnce, copies, width } = staged;
  const { sums } = kinds[problem.kind];
  const put = (j: number) =>
    `subgroupMatrixStore<row_major>(&slices, ${plus('to_staged', (j * side) / sums)}, c${i}${j}, ${stride}u);`;
  const take = (copy: number) => {
    const first = copy * rowsAtOnce;
    const down = Math.floor(first / side) * partM + i * side + (first % side);
    return storeStaged(problem, {
      row: plus('row', down),
      from: first * stride,
      width,
      column: (q) => q * width,
    });
  };
  return `// Everyone has finished with ${i === 0 ? 'the last slices' : 'the previous row of fragments'}.
workgroupBarrier();
${each(partN / side, put)}
// The row of fragments is complete.
workgroupBarrier();
${each(copies, take)}`;
}

/** What a thread takes away: which row of C, from where in workgroup memory, and with how many threads to a row. */
export interface Taken {
  readonly row: string;
  readonly from: number;
  readonly width: number;
  /** The column of the `q`-th of four, less that of this thread; the first alone where four leave at once. */
  readonly column: (q: number) => number;
}

/** Lines that store what a thread takes of a row of results: a vec4u, four sums or eight halves, or four sums as far apart as a row has threads. */
export function storeStaged(problem: TensorProblem, { row, from, width, column }: Taken): string {
  const { kind } = problem;
  const { sum } = kinds[kind];
  const word = (q: number) => `slices[${plus('from_staged', from + (q * width) / 4)}]`;
  const place = (q: number) => `${row}, ${plus('column', column(q))}`;
  if (isSingle(problem))
    return each(4, (q) => `store_c(${place(q)}, bitcast<${sum}>(${word(q)}[thread % 4u]), group.z);`);
  if (sum !== 'f16') return `store_c(${place(0)}, bitcast<${fours[sum]}>(${word(0)}), group.z);`;
  return `store_c(${place(0)}, bitcast<vec4h>(${word(0)}.xy), group.z);
store_c(${row}, ${plus('column', column(0) + 4)}, bitcast<vec4h>(${word(0)}.zw), group.z);`;
}

function withBlank(text: string): string {
  return text === '' ? '' : `${text}\n`;
}

function guarded(conditions: readonly string[], statement: string): string {
  return conditions.length === 0
    ? statement
    : `if (${conditions.join(' && ')}) {\n${indent(statement, 2)}\n}`;
}
