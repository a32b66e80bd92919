// Who may run a part of a graph: a back end, what it is allowed to do, and what that is reckoned to cost.
import { callOf, flopsOf, operatorOf } from '@kernel-ladder/fusion';
import type { Call, Graph, Node } from '@kernel-ladder/fusion';
import { hostBytes } from '../arrays.ts';
import type { Backend } from '../backend.ts';

/** What work costs, in nanoseconds: a model, not a measurement. */
export interface CostModel {
  /** Of each operator, whatever it does. */
  readonly call: number;
  readonly perByte: number;
  readonly perFlop: number;
  /** Of bringing a value here, whatever its size; and of each byte of it. */
  readonly transfer: number;
  readonly perTransferredByte: number;
}

/** A back end that takes part. */
export interface Provider {
  readonly name: string;
  readonly backend: Backend;
  readonly costs: CostModel;
  /** Whether a stretch of nodes is compiled as one graph, neighbours in one kernel; else it runs operator by operator. */
  readonly isCompiled: boolean;
  /** Whether it takes an operator; every one in its back end's types, when left out. */
  readonly takes?: (op: string, call: Call) => boolean;
}

/** Whether a provider can run a node. */
export function canRun({ backend, takes }: Provider, graph: Graph, node: Node): boolean {
  const call = callOf(graph, node);
  const hasTypes = [...call.operands, call.type].every(({ dtype }) => backend.dtypes.includes(dtype));
  return hasTypes && (takes?.(node.op, call) ?? true);
}

/** What a node is reckoned to take there, without what it has to be brought. Views and sources move nothing. */
export function costOf({ costs }: Provider, graph: Graph, node: Node): number {
  const call = callOf(graph, node);
  const { class: kind } = operatorOf(node.op);
  if (kind === 'view' || kind === 'source') return 0;
  const bytes = [...call.operands, call.type].reduce((sum, type) => sum + hostBytes(type), 0);
  return costs.call + costs.perByte * bytes + costs.perFlop * flopsOf(graph, node);
}
