// The names of a program's buffers: no two have the same, whatever the inputs are called.
import { GraphError } from '../graph/errors.ts';
import type { Graph, ValueId } from '../graph/types.ts';

/** Names of the values with a buffer of their own, and of the arenas. */
export interface Names {
  readonly values: ReadonlyMap<ValueId, string>;
  readonly arena: (arena: number) => string;
}

/**
 * Inputs have their own names, and outputs those that are given: `result`, or `result_0` and so on, where none is. Constants and arenas
 * have what is free. Throws an InputError where an output would have the name of an input or of another output.
 */
export function namesOf(graph: Graph, constants: readonly ValueId[], outputs: readonly string[] = []): Names {
  const isOne = graph.outputs.length === 1;
  const ofOutputs = graph.outputs.map((_, index) => outputs[index] ?? (isOne ? 'result' : `result_${index}`));
  const taken = new Set(graph.inputs.map(({ name }) => name));
  for (const name of ofOutputs) {
    if (taken.has(name))
      throw new GraphError(
        'InputError',
        `an output is called ${name}, as an input or another output is: name the outputs`,
      );
    taken.add(name);
  }
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  return {
    values: new Map([
      ...graph.inputs.map(({ name }, id) => [id, name] as const),
      ...graph.outputs.map((id, index) => [id, ofOutputs[index] ?? ''] as const),
      ...constants.map((id) => [id, free(`constant_${id}`)] as const),
    ]),
    arena: (arena) => free(`arena_${arena}`),
  };
}
