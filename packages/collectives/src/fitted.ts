// Carries fitted values into topology documents, and tells whether they are still those of the fit.
import type { Topology } from '@kernel-ladder/schema';
import { freeParameters, switchParameter } from './calibrate.ts';
import type { Network } from './network.ts';

/** A fitted value and its place in a topology. */
export interface FittedValue {
  readonly name: string;
  readonly value: number;
}

/** The values of a fit, in the order in which it prints them. */
export function fittedValues(network: Network): readonly FittedValue[] {
  return [...freeParameters, switchParameter].map(({ name, read }) => ({ name, value: read(network) }));
}

/** The topology with every parameter that says it is fitted set to the fit's value; the others stay. */
export function withFitted(topology: Topology, values: readonly FittedValue[]): Topology {
  const table = new Map(values.map(({ name, value }) => [name, value]));
  // The shape is the topology's own: only numbers under "value" differ.
  return replace(topology, '', table) as Topology;
}

function replace(node: unknown, path: string, table: ReadonlyMap<string, number>): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(node)) return node.map((item: unknown) => replace(item, at(nameOf(item)), table));
  if ('from' in node && node.from === 'fitted') return { ...node, value: valueAt(path, table) };
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, replace(value, at(key), table)]),
  );
}

function nameOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'name' in item ? String(item.name) : '';
}

function valueAt(path: string, table: ReadonlyMap<string, number>): number {
  const value = table.get(path);
  if (value === undefined)
    throw new Error(`${path} says "fitted", but the fit only finds ${[...table.keys()].join(', ')}`);
  return value;
}
