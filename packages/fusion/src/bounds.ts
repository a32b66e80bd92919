// How far a device that computes in f32 or f16 may be from the reference: beside each value the error it may have, carried through the graph.
// An operator adds what WGSL lets its own text be off; what comes from its operands is found by moving them by their errors.
import { callOf, evaluateAll, folded, placed } from './evaluate.ts';
import type { Feeds } from './evaluate.ts';
import { stored } from './graph/stored.ts';
import { countOf, isFloat } from './graph/types.ts';
import type { Graph } from './graph/types.ts';
import { unit } from './operators/contract.ts';
import type { Call, Elementwise, Opaque, Operator } from './operators/contract.ts';
import { operatorOf } from './operators/table.ts';

/** The outputs in f64, and how far each element may be off in f32. */
export interface Bounded {
  readonly values: Float64Array;
  readonly bounds: Float64Array;
}

// What is subnormal may be taken for 0, once at each operand and once at the result.
const flushed = { f32: 2 ** -124, f16: 2 ** -12 } as const;

// WGSL counts both in units in the last place, of which those of f16 are 2¹³ times as large.
const coarser = { f32: 1, f16: 2 ** 13 } as const;

function floatOf({ type }: Call): 'f32' | 'f16' {
  return type.dtype === 'f16' ? 'f16' : 'f32';
}

/**
 * The outputs and their bounds. Inputs are taken as their type holds them. A bound is of first order, half as much again; it says nothing
 * where a comparison of inexact values chooses.
 */
export function evaluateWithBounds(graph: Graph, feeds: Feeds): readonly Bounded[] {
  const rounded = Object.fromEntries(
    graph.inputs.map(({ name, type }) => [
      name,
      Float64Array.from(feeds[name] ?? [], (value) => stored(type.dtype, value)),
    ]),
  );
  const values = evaluateAll(graph, rounded);
  const errors: Float64Array[] = graph.inputs.map(({ type }) => new Float64Array(countOf(type.shape)));
  for (const node of graph.nodes) {
    const operands = node.operands.map((id) => ({
      values: values[id] ?? new Float64Array(),
      bounds: errors[id] ?? new Float64Array(),
    }));
    const value = values[node.id] ?? new Float64Array();
    errors.push(
      isFloat(node.type.dtype)
        ? errorOf(operatorOf(node.op), callOf(graph, node), { operands, value })
        : new Float64Array(value.length),
    );
  }
  return graph.outputs.map((id) => ({
    values: values[id] ?? new Float64Array(),
    bounds: (errors[id] ?? new Float64Array()).map((error) => 1.5 * error),
  }));
}

interface Computed {
  readonly operands: readonly Bounded[];
  readonly value: Float64Array;
}

function errorOf(operator: Operator, call: Call, computed: Computed): Float64Array {
  const [first = { values: computed.value, bounds: new Float64Array() }] = computed.operands;
  switch (operator.class) {
    case 'source':
      return computed.value.map((value) => Math.abs(stored(call.type.dtype, value) - value));
    case 'elementwise':
      return mapError(operator, call, computed);
    case 'reduction': {
      if (operator.name !== 'reduce-sum')
        return folded({ ...operator, evaluate: () => Math.max }, call, first.bounds);
      // In any order, a term is rounded at most as often as there are additions.
      const additions = first.values.length / Math.max(computed.value.length, 1);
      const sizes = folded(operator, call, first.values.map(Math.abs));
      return folded(operator, call, first.bounds).map(
        (error, at) => error + additions * coarser[floatOf(call)] * unit * (sizes[at] ?? 0),
      );
    }
    case 'view':
      return placed(operator, call, first.bounds);
    case 'opaque':
      return linearError(operator, call, computed.operands);
    default:
      return operator satisfies never;
  }
}

// Each operand is moved up and down by its error, one at a time.
function mapError(operator: Elementwise, call: Call, { operands, value }: Computed): Float64Array {
  const map = operator.evaluate(call);
  const own = operator.error ?? ((result: number) => unit * Math.abs(result));
  const [numbers, errors] = [operands.map(({ values }) => values), operands.map(({ bounds }) => bounds)];
  return value.map((result, index) => {
    const given = elementsAt(numbers, index);
    const moved = elementsAt(errors, index).map((error, which) => {
      const shifts = [error, -error].map(
        (by) => map(...given.with(which, (given[which] ?? 0) + by)) - result,
      );
      return error === 0 ? 0 : Math.max(...shifts.map(Math.abs));
    });
    const rounded = coarser[floatOf(call)] * own(result, ...given);
    return moved.reduce((sum, shift) => sum + shift, rounded) + flushed[floatOf(call)];
  });
}

function elementsAt(list: readonly Float64Array[], index: number): readonly number[] {
  return list.map((each) => each[index] ?? 0);
}

// Every other operator is linear in each of its floats, with coefficients that are not negative: a product of sizes is the size of the
// products, and its growth with the operands' errors is what they bring in.
function linearError(operator: Opaque, call: Call, operands: readonly Bounded[]): Float64Array {
  const { alpha } = call.attributes;
  const sized =
    typeof alpha === 'number'
      ? { ...call, attributes: { ...call.attributes, alpha: Math.abs(alpha) } }
      : call;
  const size = (by: number) =>
    operator.evaluate(
      sized,
      ...operands.map(({ values, bounds }, which) =>
        isFloat(call.operands[which]?.dtype ?? 'i32')
          ? values.map((value, index) => Math.abs(value) + by * (bounds[index] ?? 0))
          : values,
      ),
    );
  const [sizes, grown] = [size(0), size(1)];
  const roundings = operator.flops(call) / Math.max(sizes.length, 1) + 2;
  const own = operator.flops(call) === 0 ? 0 : roundings * coarser[floatOf(call)] * unit;
  return grown.map(
    (each, index) => each - (sizes[index] ?? 0) + own * (sizes[index] ?? 0) + flushed[floatOf(call)],
  );
}
