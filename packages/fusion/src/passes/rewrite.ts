// Applies rules until none applies. Each either takes an operation away or makes one cheaper, so that it ends.
import { expressionsOf, graphOf, valueAt } from '../graph/build.ts';
import { GraphError } from '../graph/errors.ts';
import type { Expression } from '../graph/expression.ts';
import { sameType, typeText } from '../graph/types.ts';
import type { Graph } from '../graph/types.ts';
import type { Around, Rule } from './rule.ts';

/** What became of a graph, and how often each rule was applied, by its name. */
export interface Rewritten {
  readonly graph: Graph;
  readonly applied: ReadonlyMap<string, number>;
}

/** A graph rewritten by rules, without what nobody reads any more. */
export function rewrite(graph: Graph, rules: readonly Rule[]): Graph {
  return rewriteCounting(graph, rules).graph;
}

/** The same, with how often each rule was applied. */
export function rewriteCounting(graph: Graph, rules: readonly Rule[]): Rewritten {
  const applied = new Map<string, number>();
  const byRoot = Map.groupBy(
    rules.flatMap((rule) => rule.roots.map((root) => ({ root, rule }))),
    ({ root }) => root,
  );
  // Hundreds of times what any program has taken: a row that undoes another one is a mistake in the table.
  const limit = 1000 + 100 * graph.nodes.length;
  let [current, isChanged, steps] = [graph, true, 0];
  while (isChanged) {
    isChanged = false;
    current = walked(current, (x, around) => {
      for (const { rule } of byRoot.get(x.op) ?? []) {
        const better = applyRule(rule, x, around);
        if (!better) continue;
        isChanged = true;
        applied.set(rule.name, (applied.get(rule.name) ?? 0) + 1);
        if (++steps > limit) throw new Error(`rewriting does not end; the last rule is ${rule.name}`);
        return better;
      }
      return null;
    });
  }
  return { graph: current, applied };
}

type Improve = (x: Expression, around: Around) => Expression | null;

// Front to back: operands are as good as they get before what reads them is looked at.
function walked(graph: Graph, improve: Improve): Graph {
  const counts = readersOf(graph);
  const readers = new Map<Expression, number>();
  const around: Around = { readers: (value) => readers.get(value) ?? 1 };
  const values: Expression[] = [];
  for (const [id, original] of expressionsOf(graph).entries()) {
    const operands = (graph.nodes[id - graph.inputs.length]?.operands ?? []).map((operand) =>
      valueAt(values, operand),
    );
    let value: Expression = original.op === 'input' ? original : { ...original, operands };
    for (let better = improve(value, around); better; better = improve(value, around)) value = better;
    readers.set(value, (readers.get(value) ?? 0) + (counts[id] ?? 0));
    values.push(value);
  }
  return graphOf(
    graph.outputs.map((id) => valueAt(values, id)),
    graph.inputs,
  );
}

/** How often each value is read, by operands and as an output. */
export function readersOf({ inputs, nodes, outputs }: Graph): readonly number[] {
  const counts = Array.from({ length: inputs.length + nodes.length }, () => 0);
  for (const id of [...nodes.flatMap(({ operands }) => operands), ...outputs])
    counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

function applyRule(rule: Rule, x: Expression, around: Around): Expression | null {
  const better = rule.apply(x, around);
  if (better && !sameType(better.type, x.type))
    throw new GraphError(
      'TypeMismatch',
      `rule ${rule.name} makes ${typeText(better.type)} of ${typeText(x.type)}`,
    );
  return better;
}
