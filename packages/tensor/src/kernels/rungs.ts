// Rungs of the families as kernels of operators: the ladders' own choice for the shape and the device, planned and not written again.
import { convolutionOf, countOf } from '@kernel-ladder/fusion';
import type { Call } from '@kernel-ladder/fusion';
import { planFor } from '@kernel-ladder/harness';
import type { CaseParams, DeviceFacts, Family, WgslLoader } from '@kernel-ladder/harness';
import { family as conv } from '@kernel-ladder/kernel-conv';
import { family as gemm, pickVariant } from '@kernel-ladder/kernel-gemm';
import { family as reduce } from '@kernel-ladder/kernel-reduce';
import type { Kernel } from '../registry.ts';
import type { RungPlan, WebgpuKernel } from './kinds.ts';

/** Brings the kernel files of a family, by its name. */
export type FamilyLoader = (family: string) => WgslLoader;

/** The rungs that are kernels of operators; `load` brings their files. */
export function rungKernels(load: FamilyLoader): readonly Kernel<'webgpu'>[] {
  const product: WebgpuKernel = (call, facts) => planProduct(call, facts, load('gemm'));
  const convolution: WebgpuKernel = (call, facts) => planConvolution(call, facts, load('conv'));
  const fold = (op: FoldOp): Kernel<'webgpu'> => {
    const run: WebgpuKernel = (call, facts) => planFold(op, call, { facts, load: load('reduce') });
    return {
      ...rung,
      name: 'rung of reduce',
      operator: `reduce-${op}`,
      dtypes: ['f32', 'i32', 'u32'],
      suits: isFold,
      run,
    };
  };
  return [
    { ...rung, name: 'rung of gemm', operator: 'matmul', dtypes: ['f32'], suits: isPlain, run: product },
    ...folds.map(fold),
    { ...rung, name: 'rung of conv', operator: 'conv2d', dtypes: ['f32'], suits: isSquare, run: convolution },
  ];
}

const rung = { backend: 'webgpu', priority: 10 } as const;
const folds = ['sum', 'min', 'max'] as const;

type FoldOp = (typeof folds)[number];

// One row-major product, nothing added: what the family's choice is measured of.
function isPlain({ operands, attributes, type }: Call): boolean {
  const isAsItIs = Object.keys(attributes).length === 0;
  return operands.length === 2 && type.shape.length === 2 && isAsItIs && isFull(operands);
}

function isFold({ operands }: Call): boolean {
  return isFull(operands) && (operands[0]?.shape.length ?? 0) > 0;
}

// Images and windows as wide as high, moved alike both ways: what the family is about.
function isSquare({ operands, attributes }: Call): boolean {
  const { height, width, size, stride, padding, dilation } = convolutionOf(operands, attributes);
  return height === width && [size, stride, padding, dilation].every(([a, b]) => a === b) && isFull(operands);
}

function isFull(operands: Call['operands']): boolean {
  return operands.every(({ shape }) => countOf(shape) > 0);
}

function planProduct({ operands, type }: Call, facts: DeviceFacts, load: WgslLoader): RungPlan | null {
  const [m = 1, n = 1] = type.shape;
  const k = operands[0]?.shape[1] ?? 1;
  const params = {
    m,
    n,
    k,
    fill: 'uniform',
    batch: 1,
    layout: 'nn',
    epilogue: 'none',
    dtype: 'f32',
  } as const;
  const names = { operands: ['a', 'b'], result: 'c', load };
  return planOf(gemm, { name: pickVariant(params, facts), params, facts }, names);
}

function planConvolution({ operands, attributes }: Call, facts: DeviceFacts, load: WgslLoader) {
  const { channels, height, size, stride, padding, dilation } = convolutionOf(operands, attributes);
  const params = conv.combine?.({
    n: operands[0]?.shape[0] ?? 1,
    channels,
    size: height,
    kernel: size[0],
    op: 'conv',
    fill: 'uniform',
    filters: operands[1]?.shape[0] ?? 1,
    stride: stride[0],
    padding: padding[0],
    dilation: dilation[0],
    dtype: 'f32',
  });
  if (params === undefined || typeof params === 'string') return null;
  const name = facts.software ? 'tiled' : 'implicit-gemm';
  return planOf(conv, { name, params, facts }, { operands: ['x', 'w'], result: 'y', load });
}

interface Where {
  readonly facts: DeviceFacts;
  readonly load: WgslLoader;
}

function planFold(op: FoldOp, { operands, attributes, type }: Call, { facts, load }: Where) {
  const shape = operands[0]?.shape ?? [];
  const axes = attributes['axes'];
  const params = {
    n: countOf(shape),
    dtype: type.dtype as 'f32' | 'i32' | 'u32', // The types that it is registered for.
    op,
    fill: 'uniform',
    shape: shape.join('x'),
    axes: Array.isArray(axes) && axes.length > 0 ? axes.join('+') : 'none',
  } as const;
  const name = facts.software
    ? 'axis-naive'
    : facts.features.has('subgroups')
      ? 'axis-optimized'
      : 'axis-tree';
  return planOf(reduce, { name, params, facts }, { operands: ['values'], result: 'result', load });
}

interface Chosen<Case> {
  readonly name: string;
  readonly params: Case;
  readonly facts: DeviceFacts;
}

function planOf<Case extends CaseParams>(
  { variants }: Family<Case>,
  { name, params, facts }: Chosen<Case>,
  names: Omit<RungPlan, 'plan'>,
): RungPlan | null {
  const variant = variants.find((each) => each.name === name);
  const plan = variant && planFor(variant, params, facts);
  return plan && !('skip' in plan) ? { plan, ...names } : null;
}
