// Kernels of several threads: the reference, on parts of the call that do not need each other. A kernel says how a call is divided.
import { countOf, dtypes, operators } from '@kernel-ladder/fusion';
import type { Call, Operator, Shape, Type } from '@kernel-ladder/fusion';
import type { Kernel } from '../registry.ts';
import type { ThreadsKernel } from './kinds.ts';

/** Elements of the result that are worth a message to a thread. */
const fewest = 1024;

/** One part: what has to be done by one thread. */
const whole: ThreadsKernel = (call, operands) => [{ call, operands, from: 0 }];

/** Stretches of the elements, whatever their shape. */
const byElements: ThreadsKernel = (call, operands, most) => {
  const length = countOf(call.type.shape);
  return stretches(length, Math.min(most, Math.floor(length / fewest))).map(([from, to]) => ({
    from,
    operands: operands.map((data) => data.subarray(from, to)),
    call: {
      ...call,
      operands: call.operands.map(({ dtype }) => ({ dtype, shape: [to - from] })),
      type: { dtype: call.type.dtype, shape: [to - from] },
    },
  }));
};

/** Stretches of the first axis, of the operands that have it; the others are read whole. */
function byFirstAxis(has: (call: Call, operand: Type, index: number) => boolean): ThreadsKernel {
  return (call, operands, most) => {
    const [length = 1] = call.type.shape;
    return stretches(length, Math.min(most, length)).map(([from, to]) => {
      const cut = call.operands.map((operand, index) => has(call, operand, index));
      return {
        from: from * countOf(call.type.shape.slice(1)),
        operands: operands.map((data, index) => {
          const row = countOf(call.operands[index]?.shape.slice(1) ?? []);
          return cut[index] ? data.subarray(from * row, to * row) : data;
        }),
        call: {
          ...call,
          operands: call.operands.map((type, index) => (cut[index] ? withLength(type, to - from) : type)),
          type: withLength(call.type, to - from),
        },
      };
    });
  };
}

// What is added to a product broadcasts from the last axis on.
const hasRows = ({ type }: Call, { shape }: Type, index: number): boolean =>
  index === 1
    ? shape.length > 2
    : shape.length === type.shape.length && (index === 0 || shape[0] === type.shape[0]);

function withLength({ dtype, shape }: Type, length: number): Type {
  return { dtype, shape: [length, ...shape.slice(1)] };
}

// Of nearly the same length, one at least, where there is anything.
function stretches(length: number, parts: number): readonly (readonly [from: number, to: number])[] {
  const count = Math.max(1, parts);
  const bound = (part: number) => Math.round((part * length) / count);
  return Array.from({ length: count }, (_, part) => [bound(part), bound(part + 1)] as const);
}

const keepsFirstAxis = ({ operands, attributes }: Call): boolean => {
  const axes = attributes['axes'];
  return Array.isArray(axes) && !axes.includes(0) && isLong(operands[0]?.shape ?? []);
};

const keepsRows = ({ operands, attributes, type }: Call): boolean =>
  (type.shape.length > 2 || attributes['transposeA'] !== true) && isLong(operands[0]?.shape ?? []);

function isLong(shape: Shape): boolean {
  return (shape[0] ?? 1) > 1 && countOf(shape) >= fewest;
}

const common = { backend: 'threads', dtypes } as const;

// What can be divided, first; everything else is done by one of the threads.
function kernelsOf({ name, class: kind }: Operator): readonly Kernel<'threads'>[] {
  const rest = { ...common, name: 'whole', operator: name, priority: 0, run: whole };
  if (kind === 'elementwise')
    return [{ ...common, name: 'by elements', operator: name, priority: 10, run: byElements }, rest];
  if (kind === 'reduction')
    return [
      {
        ...common,
        name: 'by rows',
        operator: name,
        priority: 10,
        suits: keepsFirstAxis,
        run: byFirstAxis(() => true),
      },
      rest,
    ];
  if (name === 'matmul')
    return [
      {
        ...common,
        name: 'by rows',
        operator: name,
        priority: 10,
        suits: keepsRows,
        run: byFirstAxis(hasRows),
      },
      rest,
    ];
  return [rest];
}

/** For every operator of the table a kernel, and one that divides it where that can be done. */
export const threadsKernels: readonly Kernel<'threads'>[] = operators.flatMap(kernelsOf);
