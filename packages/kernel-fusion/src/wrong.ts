// Faults of generated kernels and of their order, which the check must reject.
import { mutate } from '@kernel-ladder/harness';
import type { Fault, Plan } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import { byKind, rowsOf, sizeOf } from './problem.ts';
import type { FusionCase, GraphCase, Op } from './problem.ts';

/** Which faults stand for a class of mistakes, or why none does. */
export const faultTable: FaultTable = {
  index: ['another-place'],
  bound: ['dropped-tail', 'dropped-last', 'past-end'],
  terms: ['lost-lane', 'lost-slice', 'lost-residual', 'lost-bias', 'lost-link', 'lost-bend'],
  start: ['wide-epsilon'],
  barrier: 'barriers stand in folds and products, which the kit and the emulator prove',
  mask: ['lost-mask', 'sees-the-next'],
  precision: ['rounded-sum'],
  lookup: ['another-place'],
  stale: ['lost-operator'],
  operation: ['no-relu', 'no-root', 'unscaled', 'unscaled-scores'],
  row: ['sees-the-next'],
  inclusion: ['sees-the-next'],
  carry: 'no block hands anything on to the next',
};

const ofOp =
  (op: Op, least = 1) =>
  (params: FusionCase) =>
    byKind(params, {
      op: (own) => own.op === op && own.n >= least && rowsOf(own) > 0,
      chain: () => false,
      graph: () => false,
    });

const ofChain = (least: number) => (params: FusionCase) =>
  byKind(params, { op: () => false, chain: ({ n, length }) => n > 0 && length >= least, graph: () => false });

const ofBlock = (params: FusionCase) =>
  byKind(params, {
    op: () => false,
    chain: () => false,
    graph: ({ graph, pass }) => graph === 'transformer-block' && pass !== 'both',
  });

const ofSlopesOf = (name: GraphCase['graph']) => (params: FusionCase) =>
  byKind(params, {
    op: () => false,
    chain: () => false,
    graph: ({ graph, pass }) => graph === name && pass === 'both',
  });

// Not a whole number of workgroups of quads, or of single elements: the text has a guard.
const isRagged = (params: FusionCase) => {
  const count = byKind(params, { op: (own) => rowsOf(own) * own.n, chain: ({ n }) => n, graph: () => 0 });
  return count % 1024 !== 0 && count < 100_000;
};

// Of graphs and operations of several kernels: in those whose text has it.
function inKernels(find: string, replace: string): (plan: Plan) => Plan {
  return (plan) => {
    const passes = plan.passes.map((pass) => {
      const isThere = 'text' in pass.wgsl && pass.wgsl.text.includes(find);
      return isThere ? { ...pass, wgsl: mutate(pass.wgsl, find, replace) } : pass;
    });
    if (passes.every((pass, at) => pass === plan.passes[at])) throw new Error(`no kernel has "${find}"`);
    return { ...plan, passes };
  };
}

function without(plan: Plan, at: number): Plan {
  return { ...plan, passes: plan.passes.filter((_, index) => index !== at) };
}

// What the last kernel reads between kernels begins elsewhere.
function misplaced(plan: Plan): Plan {
  const last = plan.passes.length - 1;
  const passes = plan.passes.map((pass, at) => {
    if (at !== last) return pass;
    const bindings = pass.bindings.map((binding) =>
      typeof binding === 'string'
        ? binding
        : { ...binding, offset: binding.offset === 0 ? binding.bytes : 0 },
    );
    return { ...pass, bindings };
  });
  return { ...plan, passes };
}

/** One realistic mistake each. */
export const wrong: readonly Fault<FusionCase>[] = [
  {
    name: 'dropped-tail',
    summary: 'leaves the last item out',
    of: 'fused',
    change: inKernels('if (first < ', 'if (first + 1u < '),
    answer: 'unwritten',
    takes: (params) => ofOp('bias-gelu')(params) && isRagged(params),
  },
  {
    name: 'past-end',
    summary: 'writes one item more than there are',
    of: 'chain-fused',
    change: inKernels('if (first < ', 'if (first < 1u + '),
    answer: 'out-of-bounds',
    takes: (params) => ofChain(8)(params) && isRagged(params),
  },
  {
    name: 'dropped-last',
    summary: 'leaves the last item out in every kernel of a chain',
    of: 'chain-separate',
    change: inKernels('if (first < ', 'if (first + 1u < '),
    answer: 'unwritten',
    takes: (params) => ofChain(1)(params) && isRagged(params),
  },
  {
    name: 'lost-link',
    summary: 'skips the second map of a chain',
    of: 'chain-separate',
    change: (plan) => without(plan, 1),
    answer: 'wrong-value',
    takes: ofChain(4),
  },
  {
    name: 'lost-operator',
    summary: 'reads what the kernel before the last should have written',
    of: 'separate',
    change: (plan) => without(plan, plan.passes.length - 2),
    answer: 'wrong-value',
    takes: ofOp('residual-layernorm', 8),
  },
  {
    name: 'lost-bias',
    summary: 'leaves the bias of a product out',
    of: 'fused',
    change: inKernels('(matmul_3 + x2)', 'matmul_3'),
    answer: 'wrong-value',
    takes: ofOp('matmul-bias-relu', 8),
  },
  {
    name: 'no-relu',
    summary: 'writes a product as it is, below 0 too',
    of: 'fused',
    change: inKernels('max(add_4, 0)', 'add_4'),
    answer: 'wrong-value',
    takes: ofOp('matmul-bias-relu', 8),
  },
  {
    name: 'lost-slice',
    summary: 'leaves the last slice of a product out',
    of: 'fused',
    change: inKernels('u; step++) {', 'u - 1u; step++) {'),
    answer: 'wrong-value',
    takes: ofOp('matmul-bias-relu', 36),
  },
  {
    name: 'lost-residual',
    summary: 'normalises without what goes past',
    of: 'fused',
    change: inKernels('(x0 + x1)', 'x0'),
    answer: 'wrong-value',
    takes: ofOp('residual-layernorm', 8),
  },
  {
    name: 'no-root',
    summary: 'multiplies by the variance where it should divide by its root',
    of: 'fused',
    change: inKernels('inverseSqrt(add_14)', 'add_14'),
    answer: 'wrong-value',
    takes: ofOp('residual-layernorm', 8),
  },
  {
    name: 'wide-epsilon',
    summary: 'adds a thousandth to the variance',
    of: 'fused',
    change: inKernels('+ f32(0.00001)', '+ f32(0.001)'),
    answer: 'wrong-value',
    takes: (params) => ofOp('residual-layernorm', 8)(params) && params.fill === undefined,
  },
  {
    name: 'unscaled',
    summary: 'takes the softmax of scores eight times as large',
    of: 'fused',
    change: inKernels('* f32(0.125)', '* f32(1)'),
    answer: 'wrong-value',
    takes: ofOp('scale-mask-softmax', 8),
  },
  {
    name: 'lost-mask',
    summary: 'gives what is hidden its share',
    of: 'fused',
    change: inKernels('(mul_3 + x1)', 'mul_3'),
    answer: 'wrong-value',
    takes: ofOp('scale-mask-softmax', 31),
  },
  {
    name: 'lost-lane',
    summary: 'adds up every other lane of a row',
    of: 'fused',
    change: inKernels('(all + subgroupShuffleXor(all, 1u))', 'all'),
    answer: 'wrong-value',
    takes: ofOp('scale-mask-softmax', 31),
  },
  {
    name: 'rounded-sum',
    summary: 'divides by the sum as half precision has it',
    of: 'fused',
    change: inKernels('(exp_7 / reduce_sum_8)', '(exp_7 / quantizeToF16(reduce_sum_8))'),
    answer: 'wrong-value',
    takes: ofOp('scale-mask-softmax', 31),
  },
  {
    name: 'unscaled-scores',
    summary: 'does not divide scores by the root of the width of a head',
    of: 'compiled',
    change: (plan, params) => inKernels(`* f32(${scaleOf(params)})`, '* f32(1)')(plan),
    answer: 'wrong-value',
    takes: ofBlock,
  },
  {
    name: 'sees-the-next',
    summary: 'lets a token see the one behind it',
    of: 'compiled',
    change: inKernels(' >= i32(', ' + 1 >= i32('),
    answer: 'wrong-value',
    takes: ofBlock,
  },
  {
    name: 'another-place',
    summary: 'reads what lies beside the operand of the last kernel',
    of: 'compiled',
    change: misplaced,
    answer: 'wrong-value',
    takes: ofBlock,
  },
  {
    name: 'lost-bend',
    summary: 'takes the share of x that GELU lets through for its slope',
    of: 'compiled',
    change: inKernels('(sigmoid_15 + mul_21)', 'sigmoid_15'),
    answer: 'wrong-value',
    takes: ofSlopesOf('mlp'),
  },
];

function scaleOf(params: FusionCase): number {
  const heads = 8;
  // Only graphs come here.
  return 1 / Math.sqrt(sizeOf(params as GraphCase).width / heads);
}
