// Which provider runs which node: the cheapest one that can, transfers included, node by node from the front.
import { nodeText, typeOf } from '@kernel-ladder/fusion';
import type { Graph, Node, ValueId } from '@kernel-ladder/fusion';
import { hostBytes } from '../arrays.ts';
import { canRun, costOf } from './provider.ts';
import type { Provider } from './provider.ts';

/** Why a node runs where it does. */
export interface Decision {
  readonly id: ValueId;
  /** The node as the text form writes it. */
  readonly node: string;
  readonly provider: string;
  /** What each provider would take, in ns of the model; null where it cannot. */
  readonly costs: { readonly [provider: string]: number | null };
}

/** Neighbouring nodes that one provider runs. */
export interface Segment {
  readonly provider: Provider;
  readonly nodes: readonly Node[];
}

/** A graph, divided. */
export interface Partition {
  readonly decisions: readonly Decision[];
  readonly segments: readonly Segment[];
}

/** Divides a graph whose inputs lie with the first provider. Throws where a node is one that nobody can run. */
export function partition(graph: Graph, providers: readonly Provider[]): Partition {
  const [first] = providers;
  if (!first) throw new RangeError('a graph needs a provider to run on');
  const places = new Map<ValueId, Set<Provider>>(graph.inputs.map((_, id) => [id, new Set([first])]));
  const decisions: Decision[] = [];
  const segments: { provider: Provider; nodes: Node[] }[] = [];
  for (const node of graph.nodes) {
    const costs = providers.map((provider) => ({
      provider,
      cost: totalCost(graph, node, { provider, places }),
    }));
    const cheapest = costs.reduce((best, each) =>
      (each.cost ?? Infinity) < (best.cost ?? Infinity) ? each : best,
    );
    if (cheapest.cost === null)
      throw new RangeError(
        `no provider of ${providers.map(({ name }) => name).join(', ')} runs ${nodeText(node)}`,
      );
    const { provider } = cheapest;
    for (const id of node.operands) places.get(id)?.add(provider);
    places.set(node.id, new Set([provider]));
    decisions.push({
      id: node.id,
      node: nodeText(node),
      provider: provider.name,
      costs: Object.fromEntries(costs.map(({ provider: { name }, cost }) => [name, cost])),
    });
    const last = segments.at(-1);
    if (last?.provider === provider && provider.isCompiled) last.nodes.push(node);
    else segments.push({ provider, nodes: [node] });
  }
  return { decisions, segments };
}

interface Placing {
  readonly provider: Provider;
  readonly places: ReadonlyMap<ValueId, ReadonlySet<Provider>>;
}

function totalCost(graph: Graph, node: Node, { provider, places }: Placing): number | null {
  if (!canRun(provider, graph, node)) return null;
  // Providers of one back end share its memory.
  const isHere = (id: ValueId) =>
    [...(places.get(id) ?? [])].some(({ backend }) => backend === provider.backend);
  const { transfer, perTransferredByte } = provider.costs;
  const brought = [...new Set(node.operands)].filter((id) => !isHere(id));
  return brought.reduce(
    (sum, id) => sum + transfer + perTransferredByte * hostBytes(typeOf(graph, id)),
    costOf(provider, graph, node),
  );
}
