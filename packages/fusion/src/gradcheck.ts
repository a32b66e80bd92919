// Whether gradients are slopes: each is compared with what the loss does when one number is moved a little.
import { differentiate } from './differentiate.ts';
import { evaluate } from './evaluate.ts';
import type { Feeds } from './evaluate.ts';
import { GraphError } from './graph/errors.ts';
import { isFloat } from './graph/types.ts';
import type { Graph } from './graph/types.ts';

/** How well one gradient agrees. */
export interface Agreement {
  readonly input: string;
  /** max |gradient − slope| over max |slope|, over all numbers of the input; over 1 where all slopes are less. */
  readonly error: number;
  /** The place where they differ most, row-major. */
  readonly worst: number;
}

/** What computes the outputs of a graph: the reference, or a device that is to be checked against it. */
export type Runner = (
  graph: Graph,
  feeds: Feeds,
) => readonly ArrayLike<number>[] | Promise<readonly ArrayLike<number>[]>;

/**
 * Checks the slopes of output 0, which is the loss, along every float input. The gradient is what `run` makes of the differentiated
 * graph; the slopes are central differences in f64, whose error is about step² beside the rounding 2⁻⁵³ / step.
 */
export async function gradcheck(
  graph: Graph,
  feeds: Feeds,
  run: Runner = evaluate,
): Promise<readonly Agreement[]> {
  const [loss] = graph.outputs;
  if (loss === undefined) throw new GraphError('ShapeError', 'a graph without outputs has no loss');
  const wrt = graph.inputs.flatMap(({ type }, id) => (isFloat(type.dtype) ? [id] : []));
  const [, ...results] = await run(differentiate({ ...graph, outputs: [loss] }, loss, wrt), feeds);
  return wrt.map((id, index) =>
    agreement(graph.inputs[id]?.name ?? '', results[index] ?? [], slopes(graph, feeds, id)),
  );
}

const step = 1e-5;

function slopes(graph: Graph, feeds: Feeds, id: number): Float64Array {
  const name = graph.inputs[id]?.name ?? '';
  const numbers = Float64Array.from(feeds[name] ?? []);
  const lossAt = (index: number, by: number) => {
    const moved = numbers.with(index, (numbers[index] ?? 0) + by);
    return evaluate(graph, { ...feeds, [name]: moved })[0]?.[0] ?? Number.NaN;
  };
  return numbers.map((_, index) => (lossAt(index, step) - lossAt(index, -step)) / (2 * step));
}

function agreement(input: string, gradient: ArrayLike<number>, expected: Float64Array): Agreement {
  const errors = expected.map((slope, index) => Math.abs(slope - (gradient[index] ?? Number.NaN)));
  // NaN is the largest of all errors.
  const worst = errors.findIndex((error) => !errors.some((other) => !(other <= error)));
  const scale = Math.max(1, ...expected.map(Math.abs));
  return { input, error: worst < 0 ? Number.NaN : (errors[worst] ?? 0) / scale, worst: Math.max(worst, 0) };
}
