// Operators of one's own in TensorFlow.js: an expression gives the result, its slopes and the kernels of both, and a rung of a family may
// take the place of what is generated. The library calls them like its own, in `tf.grad` too.
import { compile, countOf, gradients, graphOf, inputNode, mul, optimise, sum } from '@kernel-ladder/fusion';
import type { Expression, Shape } from '@kernel-ladder/fusion';
import type { DeviceFacts } from '@kernel-ladder/harness';
import type { RungPlan } from '../kernels/kinds.ts';
import type { KernelCall, Operands, TensorInfo, TfjsCore } from './library.ts';
import { record } from './record.ts';

/** An operator of f32 tensors. */
export interface CustomOperator {
  /** What the library's registry calls it. */
  readonly name: string;
  readonly operands: readonly string[];
  /** The result, of an expression for each operand in order. */
  readonly of: (...operands: readonly Expression[]) => Expression;
  /** A kernel that takes the place of the generated one for operands of those shapes; null where there is none. */
  readonly rung?: (shapes: readonly Shape[], facts: DeviceFacts) => RungPlan | null;
}

/**
 * Registers an operator and its gradient for the back end `webgpu`, which runs on the device with those facts. Gives the function that
 * calls it, with a tensor for each operand by name. A call throws a TypeError where an operand is no float32, and a GraphError where
 * shapes do not fit.
 */
export function registerOperator(
  tf: TfjsCore,
  facts: DeviceFacts,
  operator: CustomOperator,
): (inputs: Operands) => TensorInfo {
  const { name, operands } = operator;
  const slopeName = `${name}Slope`;
  const kernels = kernelsOf(operator, facts);
  const register = (kernelName: string, kernelFunc: (call: KernelCall) => TensorInfo) =>
    tf.registerKernel({ kernelName, backendName: 'webgpu', kernelFunc });
  register(name, ({ inputs, backend }) => {
    const given = operands.map((operand) => floats(name, operand, inputs[operand]));
    const { rung, shape } = kernels.result(given);
    return record(backend, rung, { operands: given, shape });
  });
  register(slopeName, ({ inputs, backend, attrs }) => {
    const given = [...operands, 'slope'].map((operand) => floats(slopeName, operand, inputs[operand]));
    const { rung, shape } = kernels.slope(given, operands.indexOf(String(attrs?.['along'])));
    return record(backend, rung, { operands: given, shape });
  });
  tf.registerGradient({
    kernelName: name,
    inputsToSave: operands,
    gradFunc: (slope, saved) => {
      const inputs = {
        ...Object.fromEntries(operands.map((operand, at) => [operand, saved[at] ?? slope])),
        slope,
      };
      // Each in a call of its own: the library frees what a call makes besides its result.
      const along = (operand: string) => () => tf.engine().runKernel(slopeName, inputs, { along: operand });
      return Object.fromEntries(operands.map((operand) => [operand, along(operand)]));
    },
  });
  return (inputs) => tf.engine().runKernel(name, inputs);
}

function floats(kernel: string, operand: string, tensor: TensorInfo | undefined): TensorInfo {
  if (tensor?.dtype === 'float32') return tensor;
  throw new TypeError(`${kernel} takes float32, its "${operand}" is ${tensor?.dtype ?? 'not given'}`);
}

interface Made {
  readonly rung: RungPlan;
  readonly shape: Shape;
}

/** The kernels of an operator, each made once for the shapes that it is called with. */
function kernelsOf(operator: CustomOperator, facts: DeviceFacts) {
  const known = new Map<string, Made>();
  const once = (kind: string, given: readonly TensorInfo[], make: (read: readonly Expression[]) => Made) => {
    const key = `${kind} ${given.map(({ shape }) => shape.join('x')).join(' ')}`;
    const names = [...operator.operands, 'slope'];
    const read = () => given.map(({ shape }, at) => inputNode(names[at] ?? '', { dtype: 'f32', shape }));
    const found = known.get(key) ?? make(read());
    known.set(key, found);
    return found;
  };
  return {
    result: (given: readonly TensorInfo[]) =>
      once('result', given, (read) => resultOf(operator, { read, facts })),
    slope: (given: readonly TensorInfo[], along: number) =>
      once(`slope ${along}`, given, (read) => slopeOf(operator, { read, facts }, along)),
  };
}

function resultOf({ name, of, rung }: CustomOperator, reading: Reading): Made {
  const value = of(...reading.read);
  const shapes = reading.read.map(({ type }) => type.shape);
  return {
    rung: rung?.(shapes, reading.facts) ?? generated(name, value, reading),
    shape: value.type.shape,
  };
}

// Of a result with many numbers, the slope along an operand is that of their sum, each times the slope that arrives along it.
function slopeOf({ name, of }: CustomOperator, reading: Reading, along: number): Made {
  const [wanted, arriving] = [reading.read[along], reading.read.at(-1)];
  if (!wanted || !arriving || wanted === arriving) throw new RangeError(`${name} has no operand ${along}`);
  const loss = sum(mul(of(...reading.read.slice(0, -1)), arriving));
  const [value = wanted] = gradients(loss, [wanted]);
  return { rung: generated(name, value, reading), shape: value.type.shape };
}

interface Reading {
  readonly read: readonly Expression[];
  readonly facts: DeviceFacts;
}

function generated(name: string, value: Expression, { read, facts }: Reading): RungPlan {
  const listed = read.map(({ attributes, type }) => ({ name: String(attributes['name']), type }));
  const { plan, inputs, outputs, constants } = compile(optimise(graphOf([value], listed)), facts);
  if (constants.some(({ type }) => countOf(type.shape) > 0))
    throw new RangeError(`${name} has arrays of constants: give them as operands`);
  return {
    plan,
    operands: inputs.map((input) => input.name),
    result: outputs[0]?.name ?? '',
    load: (file) => {
      throw new Error(`${file}: generated kernels read no files`);
    },
  };
}
