// How parameters follow their gradients, as expressions of whole vectors: a compiler makes one kernel of each. Scalars come from the
// host, which has the step's number and can compute 1 − βᵗ in double precision.
import { add, div, min, mul, sqrt, sub, sum } from '@kernel-ladder/fusion';
import type { Expression } from '@kernel-ladder/fusion';

/** The constants of an optimiser. */
export interface OptimiserSpec {
  readonly name: OptimiserName;
  /** Of the first moment: how much of it stays; SGD's momentum. */
  readonly beta1: number;
  /** Of the second moment. */
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
}

/** Stochastic gradient descent with momentum; Kingma and Ba, 2015; Loshchilov and Hutter, 2019. */
export type OptimiserName = 'sgd' | 'adam' | 'adamw';

/** What the update of a step is made of. */
export interface Given {
  readonly parameters: Expression;
  /** Of the mean loss, no scale left. */
  readonly gradients: Expression;
  readonly moments: readonly Expression[];
  /** 1 where weight decay pulls. */
  readonly decays: Expression;
  readonly rate: Expression;
  /** 1 − β₁ᵗ and 1 − β₂ᵗ at step t, counted from 1. */
  readonly corrections: readonly [Expression, Expression];
}

/** What it makes of them. */
export interface Updated {
  readonly parameters: Expression;
  readonly moments: readonly Expression[];
}

/** One optimiser. */
export interface Optimiser {
  /** Vectors that it keeps from step to step. */
  readonly moments: 1 | 2;
  readonly update: (spec: OptimiserSpec, given: Given) => Updated;
}

/** The optimisers, each as torch.optim has it. */
export const optimisers: { readonly [Name in OptimiserName]: Optimiser } = {
  sgd: { moments: 1, update: sgd },
  adam: { moments: 2, update: (spec, given) => adam(spec, { ...given, gradients: decayed(spec, given) }) },
  adamw: {
    moments: 2,
    // Decay beside the gradient, not through its moments.
    update: (spec, given) => {
      const kept = sub(1, mul(mul(given.decays, given.rate), spec.weightDecay));
      return adam(spec, { ...given, parameters: mul(given.parameters, kept) });
    },
  },
};

function sgd(spec: OptimiserSpec, given: Given): Updated {
  const [moment = given.gradients] = given.moments;
  const next = add(mul(moment, spec.beta1), decayed(spec, given));
  return { parameters: sub(given.parameters, mul(next, given.rate)), moments: [next] };
}

function adam({ beta1, beta2, epsilon }: OptimiserSpec, given: Given): Updated {
  const { gradients, rate, corrections } = given;
  const [first = gradients, second = gradients] = given.moments;
  const mean = add(mul(first, beta1), mul(gradients, 1 - beta1));
  const square = add(mul(second, beta2), mul(mul(gradients, gradients), 1 - beta2));
  const spread = add(div(sqrt(square), sqrt(corrections[1])), epsilon);
  const step = mul(div(rate, corrections[0]), div(mean, spread));
  return { parameters: sub(given.parameters, step), moments: [mean, square] };
}

// The slope of λ/2 · |parameters|² beside that of the loss.
function decayed({ weightDecay }: OptimiserSpec, { parameters, gradients, decays }: Given): Expression {
  return weightDecay === 0 ? gradients : add(gradients, mul(mul(parameters, decays), weightDecay));
}

/** The length of a vector. */
export function normOf(vector: Expression): Expression {
  return sqrt(sum(mul(vector, vector)));
}

/** What a gradient is multiplied by so that its length is at most `most`. */
export function clipFactor(norm: Expression, most: number): Expression {
  return min(div(most, add(norm, 1e-6)), 1);
}
