// What is right: the graph in f64 on some of its rows, each element within its own bound.
import { countOf } from '@kernel-ladder/fusion';
import type { Graph } from '@kernel-ladder/fusion';
import { allOf, elementwise, stretchOf, whole } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle, Part, Random } from '@kernel-ladder/harness';
import { evaluateWithErrors } from './oracle/errors.ts';
import type { WithErrors } from './oracle/errors.ts';
import { graphFor, outputNames } from './graphs.ts';
import { byKind, hasSlopes, rowsOf, sizeOf } from './problem.ts';
import type { FusionCase } from './problem.ts';

/** The bound in words and symbols. */
export const tolerance =
  'twice a bound that follows the program, u = 2^-24: + − × u·|y|, ÷ 5·u, rsqrt 4·u, exp (6 + 4·|x|)·u, gelu and silu (14 + …)·u; a sum of n ' +
  'terms 4·√n·u·√(Σx² + (Σx)²); errors of operands times slopes, of products √(Σ(a·δb)² + (b·δa)²)';

/** The reference of a case. Rows of large ones are drawn: what is computed of one has nothing to do with another. */
export function fusionOracle(
  params: FusionCase,
  inputs: Arrays,
  judging?: Random,
  part: Part = whole,
): Oracle {
  return hasSlopes(params)
    ? slopesOracle(params, inputs, part)
    : resultOracle(params, inputs, { judging, part });
}

function resultOracle(params: FusionCase, inputs: Arrays, { judging, part }: Choice): Oracle {
  let reference: Sampled | null = null;
  const of = () => (reference ??= sampled(params, inputs, { judging, part }));
  const at = (values: Float64Array, index: number) => {
    const { columns, rows } = of();
    const row = rows.get(Math.floor(index / columns)) ?? -1;
    return values[row * columns + (index % columns)] ?? Number.NaN;
  };
  return elementwise('the graph in f64', {
    output: 'y',
    indices: () => indicesOf(of()),
    expected: (index) => at(of().expected, index),
    tolerance: (index) => widened(at(of().bound, index)),
  });
}

// Subnormal numbers may be 0 wherever they come up.
function widened(bound: number): number {
  return 2 * bound + 2 ** -118;
}

// A slope along a weight is of all rows: nothing is drawn.
function slopesOracle(params: FusionCase, inputs: Arrays, part: Part): Oracle {
  let reference: readonly WithErrors[] | null = null;
  const graph = graphFor(params);
  const of = (at: number) => (reference ??= evaluateWithErrors(graph, inputs))[at] ?? nothing;
  const oracles = outputNames(params).map((output, at) =>
    elementwise(
      'the graph in f64',
      {
        output,
        expected: (index) => of(at).expected[index] ?? Number.NaN,
        tolerance: (index) => widened(of(at).bound[index] ?? Number.NaN),
      },
      part,
    ),
  );
  return allOf('the graph in f64', oracles);
}

interface Sampled {
  /** Places among the rows that were evaluated, by row of the case. */
  readonly rows: ReadonlyMap<number, number>;
  readonly columns: number;
  readonly expected: Float64Array;
  readonly bound: Float64Array;
}

function* indicesOf({ rows, columns }: Sampled): Iterable<number> {
  for (const row of rows.keys())
    for (let column = 0; column < columns; column++) yield row * columns + column;
}

// Elements that are evaluated at most, and rows of a product, each of which takes as long as its whole right factor has elements. A row
// of a block takes as long as its weights have elements, and all rows share the keys and the values.
const most = { elements: 2 ** 14, rows: 12, mlp: 12, 'transformer-block': 48 };

interface Choice {
  readonly judging: Random | undefined;
  readonly part: Part;
}

function sampled(params: FusionCase, inputs: Arrays, { judging, part }: Choice): Sampled {
  const shape = shapeOf(params);
  const drawn = rowsDrawn(shape, judging);
  const { from, to } = stretchOf(drawn.length, part);
  const rows = drawn.slice(from, to);
  if (rows.length === 0) return { rows: new Map(), columns: shape.columns, ...nothing };
  const graph = graphFor(params, rows.length < shape.rows ? { rows: rows.length } : {});
  const [both = nothing] = evaluateWithErrors(graph, feedsOf(graph, inputs, { rows, total: shape.rows }));
  return { rows: new Map(rows.map((row, place) => [row, place])), columns: shape.columns, ...both };
}

const nothing: WithErrors = { expected: new Float64Array(), bound: new Float64Array() };

interface Rows {
  readonly rows: number;
  readonly columns: number;
  readonly most: number;
}

// A chain is as many rows of one element.
function shapeOf(params: FusionCase): Rows {
  return byKind<Rows>(params, {
    op: (own) => {
      const isProduct = own.op === 'matmul-bias-relu';
      const limit = Math.max(most.rows, Math.ceil(most.elements / Math.max(1, own.n)));
      return { rows: rowsOf(own), columns: own.n, most: isProduct && own.n > 256 ? most.rows : limit };
    },
    chain: ({ n }) => ({ rows: n, columns: 1, most: most.elements }),
    graph: (own) => {
      const { rows, width } = sizeOf(own);
      return { rows, columns: width, most: width > 256 ? most[own.graph] : rows };
    },
  });
}

// The first and the last, and others in stretches, so that neighbours and the ends of tiles are among them.
function rowsDrawn({ rows, most: limit }: Rows, judging?: Random): readonly number[] {
  if (rows <= limit) return Array.from({ length: rows }, (_, row) => row);
  const stretch = Math.min(8, Math.ceil(limit / 8));
  const drawn = new Set([0, rows - 1]);
  while (drawn.size < limit) {
    const first = judging ? judging.integer(0, rows - stretch) : drawn.size * Math.floor(rows / limit);
    for (let row = first; row < first + stretch && drawn.size < limit; row++) drawn.add(row % rows);
  }
  return [...drawn].toSorted((a, b) => a - b);
}

interface Drawn {
  readonly rows: readonly number[];
  readonly total: number;
}

// A block takes the drawn rows of x beside all of them, and where they lie; other graphs take the drawn rows alone.
function feedsOf(graph: Graph, arrays: Arrays, drawn: Drawn): { readonly [name: string]: ArrayLike<number> } {
  return Object.fromEntries(
    graph.inputs.map(({ name, type }) => {
      if (name === 'places') return [name, drawn.rows];
      const array = arrays[name === 'drawn' ? 'x' : name];
      if (!array) throw new Error(`no input "${name}"`);
      // Weights are whole as they are.
      return [name, array.length === countOf(type.shape) ? array : gathered(array, drawn)];
    }),
  );
}

function gathered(array: NumberArray, { rows, total }: Drawn): Float64Array {
  const columns = array.length / total;
  const taken = new Float64Array(rows.length * columns);
  for (const [place, row] of rows.entries())
    taken.set(array.subarray(row * columns, (row + 1) * columns), place * columns);
  return taken;
}
