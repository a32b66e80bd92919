// A kernel without fusion, memory plans or tiles: each value is a WGSL function of a place, which calls those of its operands. Slow,
// and so plain that what it computes is what the operators say. One kernel holds many graphs.
import { callOf } from '../evaluate.ts';
import { countOf, typeOf } from '../graph/types.ts';
import type { Graph, Node, Type } from '../graph/types.ts';
import { stridesOf } from '../operators/contract.ts';
import type { Call, View } from '../operators/contract.ts';
import { operatorOf } from '../operators/table.ts';

/** The text of a kernel that writes output 0 of each graph behind that of the one before, all inputs in one buffer of f32. */
export interface ElementKernel {
  readonly text: string;
  readonly inputs: number;
  readonly outputs: number;
}

/** Writes the kernel; 256 threads of one workgroup take each graph's elements. Graphs of sources, maps and views only. */
export function elementKernel(graphs: readonly Graph[]): ElementKernel {
  const functions = new Set<string>();
  const stores: string[] = [];
  let [inputs, outputs] = [0, 0];
  for (const [index, graph] of graphs.entries()) {
    for (const [id, { type }] of graph.inputs.entries()) {
      functions.add(define(`v${index}_${id}`, type, `return ${scalarOf(type)}(given[${inputs}u + i]);`));
      inputs += countOf(type.shape);
    }
    for (const node of graph.nodes)
      for (const text of nodeFunctions(graph, node, `v${index}_`)) functions.add(text);
    const [output = 0] = graph.outputs;
    const length = countOf(typeOf(graph, output).shape);
    stores.push(`  if (i < ${length}u) { result[${outputs}u + i] = f32(v${index}_${output}(i)); }`);
    outputs += length;
  }
  const body = [...functions].join('\n');
  const text = `${body.includes('f16') ? 'enable f16;\n' : ''}@group(0) @binding(0) var<storage, read> given: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;

${body}

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) i: u32) {
${stores.join('\n')}
}
`;
  return { text, inputs, outputs };
}

// What the operator calls, and the function of the value.
function nodeFunctions(graph: Graph, node: Node, prefix: string): readonly string[] {
  const operator = operatorOf(node.op);
  const call = callOf(graph, node);
  const name = `${prefix}${node.id}`;
  const operands = node.operands.map((id) => `${prefix}${id}`);
  switch (operator.class) {
    case 'source':
      return [define(name, node.type, `return ${operator.wgsl(call)?.('i') ?? ''};`)];
    case 'elementwise': {
      const names = operands.map((operand, at) => `let x${at} = ${operand}(i);`);
      const value = operator.wgsl(call)(...operands.map((_, at) => `x${at}`));
      return [
        ...(operator.functions?.(call) ?? []),
        define(name, node.type, `${names.join(' ')} return ${value};`),
      ];
    }
    case 'view':
      return [define(name, node.type, `return ${operands[0] ?? ''}(${placeText(operator, call)});`)];
    default:
      throw new Error(`${node.op} is neither a source, a map nor a view`);
  }
}

function placeText(operator: View, call: Call): string {
  const places = operator.places(call);
  if (places === null) return 'i';
  const dense = stridesOf(call.type.shape);
  const terms = places.strides.map((stride, axis) => {
    const coordinate = `i32(i) / ${dense[axis] ?? 1} % ${call.type.shape[axis] ?? 1}`;
    return `(${coordinate}) * (${stride})`;
  });
  return `u32(${[String(places.offset), ...terms].join(' + ')})`;
}

function define(name: string, type: Type, body: string): string {
  return `fn ${name}(i: u32) -> ${scalarOf(type)} { ${body} }`;
}

function scalarOf({ dtype }: Type): string {
  return dtype === 'i8' ? 'i32' : dtype;
}
