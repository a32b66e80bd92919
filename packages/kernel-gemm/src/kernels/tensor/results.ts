// How the tensor-core kernel's sums leave it: fragments straight into C, or through workgroup memory to their epilogue.
import { specOf } from '../../epilogue.ts';
import { finished, finishedFour, finishFunction } from '../finish.ts';
import { each, indent, plus } from '../text.ts';
import { fragment, kinds } from './layout.ts';
import type { Layout, TensorProblem } from './layout.ts';

const fours = { f32: 'vec4f', f16: 'vec4h', i32: 'vec4i' } as const;

/** Binding 2, and what an epilogue needs besides: its addend, where results wait for it, and `store_c`. */
export function declareResults(problem: TensorProblem, layout: Layout): string {
  const { sum } = kinds[problem.kind];
  const { epilogue, columns } = problem;
  if (epilogue === 'none') return `@group(0) @binding(2) var<storage, read_write> c: array<${sum}>;\n`;
  const element = columns % 4 === 0 ? fours[sum] : sum;
  const { adds } = specOf(epilogue);
  const added = `@group(0) @binding(3) var<storage, read> added: array<${element}>; // ${adds}\n`;
  return `@group(0) @binding(2) var<storage, read_write> c: array<${element}>;
${adds === 'nothing' ? '' : added}
// Results on their way to the epilogue, one row of fragments of every subgroup: a matrix cannot be indexed.
var<workgroup> staged: array<${fours[sum]}, ${layout.staged.rows * layout.staged.stride}>;

${finishFunction(epilogue, sum === 'i32' ? 'i32' : 'f32')}
${storeFunction(problem, layout)}`;
}

function storeFunction(problem: TensorProblem, layout: Layout): string {
  const { rows, columns, kind, epilogue } = problem;
  const { sum } = kinds[kind];
  const row = rows % layout.bm === 0 ? [] : [`row < ${rows}u`];
  const column = (j: number) => (columns % layout.bn === 0 ? [] : [`${plus('column', j)} < ${columns}u`]);
  const at = `${problem.batch > 1 ? `layer * ${rows * columns}u + ` : ''}row * ${columns}u + column`;
  const place = specOf(epilogue).adds === 'bias' ? 'column' : at;
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

/** Lines that store all sums of a subgroup. */
export function writeBack(problem: TensorProblem, layout: Layout): string {
  const { bm, bn, partM, partN } = layout;
  const { m, n, batch, epilogue } = problem;
  const [down, across] = [partM / fragment, partN / fragment];
  if (epilogue !== 'none') return writeStaged(layout);
  const matrix = batch > 1 ? `group.z * ${m * n}u + ` : '';
  return `let corner = ${matrix}(tile_row * ${bm}u + part_row * ${partM}u) * ${n}u + tile_column * ${bn}u + part_column * ${partN}u;
${each(down, (i) => each(across, (j) => writeFragment(n, i, j)))}`;
}

function writeFragment(n: number, i: number, j: number): string {
  const at = plus('corner', i * fragment * n + j * fragment);
  return `subgroupMatrixStore<row_major>(&c, ${at}, c${i}${j}, ${n}u);`;
}

function writeStaged(layout: Layout): string {
  const { bm, bn, partM, partN, staged } = layout;
  const rounds = each(partM / fragment, (i) => writeRound(layout, i));
  return `let to_staged = part_row * ${fragment * staged.stride}u + part_column * ${partN / 4}u;
let staged_row = thread / ${staged.width}u;
let from_staged = staged_row * ${staged.stride}u + thread % ${staged.width}u;
let row = tile_row * ${bm}u + staged_row;
let column = tile_column * ${bn}u + thread % ${staged.width}u * 4u;
${rounds}`;
}

function writeRound({ partM, partN, staged }: Layout, i: number): string {
  const { stride, rowsAtOnce, copies } = staged;
  const put = (j: number) =>
    `subgroupMatrixStore<row_major>(&staged, ${plus('to_staged', (j * fragment) / 4)}, c${i}${j}, ${stride}u);`;
  const take = (copy: number) => {
    const first = copy * rowsAtOnce;
    const down = Math.floor(first / fragment) * partM + i * fragment + (first % fragment);
    return `store_c(${plus('row', down)}, column, staged[${plus('from_staged', first * stride)}], group.z);`;
  };
  return `${i === 0 ? '' : '// Everyone has taken the previous row of fragments.\nworkgroupBarrier();\n'}${each(partN / fragment, put)}
// The row of fragments is complete.
workgroupBarrier();
${each(copies, take)}`;
}

function guarded(conditions: readonly string[], statement: string): string {
  return conditions.length === 0
    ? statement
    : `if (${conditions.join(' && ')}) {\n${indent(statement, 2)}\n}`;
}
