// Random programs: what every pass is tried on. Seeded, so that a failure can be had again.
import { createRandom } from '@kernel-ladder/harness';
import type { Random } from '@kernel-ladder/harness';
import { evaluateAll } from '../evaluate.ts';
import type { Feeds } from '../evaluate.ts';
import { abs, neg, silu, tanh } from '../expression.ts';
import { graphOf, inputNode } from '../graph/build.ts';
import type { Expression } from '../graph/expression.ts';
import { inline } from '../graph/inline.ts';
import { countOf, isFloat } from '../graph/types.ts';
import type { Dtype, Graph, Input, Shape } from '../graph/types.ts';
import { oneOf, shapes } from './draws.ts';
import { elementwiseSteps, viewSteps, wholeSteps } from './steps.ts';
import type { Step } from './steps.ts';

/** A program and numbers for its inputs. */
export interface Program {
  readonly graph: Graph;
  readonly feeds: Feeds;
}

/** What a program is drawn from; every kind of operation where nothing is said. */
export interface Drawing {
  readonly seed: number;
  readonly operations: number;
  readonly steps?: readonly Step[];
}

/** Every kind of operation; maps twice, as in most programs. */
export const allSteps: readonly Step[] = [
  ...elementwiseSteps,
  ...elementwiseSteps,
  ...viewSteps,
  ...wholeSteps,
];

// Above it, differences of large numbers would hide what a rewrite does.
const largest = 1e4;

/** A random program of f32 and i32 values, none of them above 10⁴: three of its last values are its outputs, or fewer. */
export function randomProgram({ seed, operations, steps = allSteps }: Drawing): Program {
  const random = createRandom(seed);
  return firstTame(random, () => {
    const inputs = (['f32', 'f32', 'i32'] as const).map((dtype, index) => ({
      name: `x${index}`,
      type: { dtype, shape: oneOf(random, shapes) },
    }));
    const values = grown(inputs.map(valueOf), { random, operations, steps });
    return graphOf(values.slice(-1 - random.integer(0, 2)), inputs);
  });
}

/**
 * A random program around another one: what that reads has been computed, and what it gives is computed with. The other one's inputs are
 * its inputs.
 */
export function programAround(inner: Graph, { seed, operations }: Drawing): Program {
  const random = createRandom(seed);
  return firstTame(random, () => {
    const inputs = inner.inputs.map(valueOf);
    const operands = inputs.map((x) =>
      x.type.dtype === 'f32' ? oneOf(random, [neg, tanh, silu, abs])(x) : x,
    );
    const results = inline(inner, operands);
    const values = grown([...inputs, ...results], { random, operations, steps: allSteps });
    return graphOf([...results.slice(0, random.integer(0, 1)), ...values.slice(inputs.length)], inner.inputs);
  });
}

function valueOf({ name, type }: Input): Expression {
  return inputNode(name, type);
}

// Draws until no value is too large.
function firstTame(random: Random, draw: () => Graph): Program {
  for (;;) {
    const graph = draw();
    const feeds = feedsOf(graph, random);
    if (isTame(graph, feeds)) return { graph, feeds };
  }
}

/** Numbers for every input: floats in ±2, small integers. */
export function feedsOf(graph: Graph, random: Random): Feeds {
  return Object.fromEntries(
    graph.inputs.map(({ name, type }) => [name, numbersOf(type.dtype, type.shape, random)]),
  );
}

function numbersOf(dtype: Dtype, shape: Shape, random: Random): Float64Array {
  const draw = isFloat(dtype) ? () => Math.fround(random.uniform(-2, 2)) : () => random.integer(-9, 9);
  return Float64Array.from({ length: countOf(shape) }, draw);
}

function grown(
  given: readonly Expression[],
  { random, operations, steps }: { readonly random: Random } & Required<Omit<Drawing, 'seed'>>,
): readonly Expression[] {
  const values = [...given];
  while (values.length < given.length + operations) {
    const next = oneOf(random, steps)({ values, random });
    if (next && countOf(next.type.shape) <= 256) values.push(next);
  }
  return values;
}

function isTame(graph: Graph, feeds: Feeds): boolean {
  return evaluateAll(graph, feeds).every((values) => values.every((value) => Math.abs(value) < largest));
}
