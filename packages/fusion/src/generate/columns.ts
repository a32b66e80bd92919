// Columns that are folded, as bias gradients are: neighbouring threads take neighbouring columns, so that every load is of whole lines,
// and rows of threads share the depth of a column.
import { gridOf, indent } from '@kernel-ladder/kernel-kit';
import type { ColumnsGroup } from '../fuse/group.ts';
import { isFold } from '../fuse/seed.ts';
import type { ValueId } from '../graph/types.ts';
import { foldText } from './folds.ts';
import type { FoldText } from './folds.ts';
import { valueFunction } from './functions.ts';
import type { ValueFunction } from './functions.ts';
import { boundValues, bytesOfLeaf, bytesOfValue, headText, memoryOf } from './kernel.ts';
import type { GeneratedKernel, Target } from './kernel.ts';
import { loadsOf, storeText } from './loads.ts';
import type { Load, Order } from './loads.ts';
import { distinctLeaves } from './map.ts';
import { nameOf } from './naming.ts';
import { elementsOf, sourcesOf } from './sources.ts';
import type { Leaf, Scope, Source } from './sources.ts';

const [across, down] = [32, 8];
const order: Order = { columns: null, width: 1, guard: null };

interface Columns {
  readonly scope: Scope;
  readonly target: Target;
  readonly group: ColumnsGroup;
  readonly folds: readonly { readonly fold: FoldText; readonly operand: Source }[];
  /** Values of every element, and of every result. */
  readonly elements: readonly ValueFunction[];
  readonly results: readonly ValueFunction[];
  readonly loads: { readonly elements: readonly Load[]; readonly results: readonly Load[] };
}

/** Writes the kernel of columns. */
export function columnsKernel(scope: Scope, target: Target, group: ColumnsGroup): GeneratedKernel {
  const { members, stores, fold } = group;
  const folded = members.filter((id) => isFold(scope.graph, id));
  const folds = folded.flatMap((id) =>
    sourcesOf(scope, id)
      .slice(0, 1)
      .map((operand) => ({ fold: foldText(scope, id), operand })),
  );
  const isResult = (id: ValueId) => elementsOf(scope, id) === fold.outer * fold.inner;
  const isOperand = (id: ValueId) =>
    folds.some(({ operand }) => operand.kind === 'member' && operand.id === id);
  const isNamed = (id: ValueId) => isResult(id) || stores.includes(id) || isOperand(id);
  const functions = members
    .filter((id) => isNamed(id) && !folded.includes(id))
    .map((id) => valueFunction(scope, id, isNamed));
  const elements = functions.filter(({ id }) => !isResult(id));
  const results = functions.filter(({ id }) => isResult(id));
  const leaves = new Map(distinctLeaves(elements).map((leaf) => [leaf.key, leaf]));
  for (const { operand } of folds) if (operand.kind === 'leaf') leaves.set(operand.key, operand);
  const ofElements = [...leaves.values()];
  const ofResults = distinctLeaves(results);
  const all = [...ofElements, ...ofResults];
  const reads = [...new Set(all.flatMap(({ id, expression }) => (expression === null ? [id] : [])))];
  const bound = { reads, writes: stores, isFours: () => false };
  const loads = {
    elements: loadsOf(scope, { leaves: ofElements, order, isFours: () => false }),
    results: loadsOf(scope, { leaves: ofResults, order, isFours: () => false, prefix: 'of_result' }),
  };
  const workgroups = gridOf(fold.outer * Math.ceil(fold.inner / across));
  const columns: Columns = { scope, target, group, folds, elements, results, loads };
  return {
    file: '@kernel-ladder/fusion/generate/columns.ts',
    text: kernelText(columns, headText(scope, target, bound), workgroups[0]),
    bindings: boundValues(bound, target),
    workgroups,
    bytes:
      sumOf(all, (leaf: Leaf) => bytesOfLeaf(scope, leaf)) + sumOf(stores, (id) => bytesOfValue(scope, id)),
    longestSum: Math.ceil(fold.depth / down) + down,
  };
}

function sumOf<T>(items: readonly T[], bytes: (item: T) => number): number {
  return items.reduce((sum, item) => sum + bytes(item), 0);
}

function kernelText(columns: Columns, head: string, gridX: number): string {
  const { scope, group, folds, elements, results, loads } = columns;
  const { outer, depth, inner } = group.fold;
  const tiles = Math.ceil(inner / across);
  const texts = [...loads.elements, ...loads.results, ...elements, ...results].flatMap(
    ({ text }) => text ?? [],
  );
  const shared = folds.map(
    ({ fold }) => `var<workgroup> parts_${fold.label}: array<${fold.type}, ${across * down}>;`,
  );
  return `${head}

${[...texts, ...shared].join('\n\n')}

@compute @workgroup_size(${across}, ${down})
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let tile = group.y * ${gridX}u + group.x;
  let block = tile / ${tiles}u;
  let column = tile % ${tiles}u * ${across}u + local.x;
  let isInside = block < ${outer}u && column < ${inner}u;
${indent(folds.map(({ fold }) => `var own_${fold.label} = ${fold.identity};`).join('\n'), 2)}
  for (var step = 0u; step < ${Math.ceil(depth / down)}u; step++) {
    let row = step * ${down}u + local.y;
    if (isInside && row < ${depth}u) {
      let at = (block * ${depth}u + row) * ${inner}u + column;
${indent(elementLines(columns).join('\n'), 6)}
    }
  }
${indent(folds.map(({ fold }) => `parts_${fold.label}[thread] = own_${fold.label};`).join('\n'), 2)}
  // All parts of a column are there before the first row of threads folds them.
  workgroupBarrier();
  if (isInside && local.y == 0u) {
    let result = block * ${inner}u + column;
${indent([...folds.flatMap(({ fold }) => foldLines(scope, fold)), ...resultLines(columns)].join('\n'), 4)}
  }
}
`;
}

function foldLines(scope: Scope, fold: FoldText): readonly string[] {
  const parts = Array.from(
    { length: down },
    (_, row) => `parts_${fold.label}[thread${row === 0 ? '' : ` + ${row * across}u`}]`,
  );
  const all = parts.reduce((left, right) => fold.join(left, right));
  return [`let ${nameOf(scope, fold.id)} = ${fold.type === fold.result ? all : `${fold.result}(${all})`};`];
}

function elementLines(columns: Columns): readonly string[] {
  const { scope, target, group, elements, loads, folds } = columns;
  const names = variables(scope, loads.elements, 'load');
  return [
    ...loads.elements.map(({ leaf, name }) => `let ${names(leaf)} = ${name}(at);`),
    ...elements.flatMap((value) => [
      `let ${nameOf(scope, value.id)} = ${callText(value, names)};`,
      ...(group.stores.includes(value.id)
        ? [
            storeText(scope, memoryOf(target, value.id), {
              at: 'at',
              value: nameOf(scope, value.id),
              width: 1,
            }),
          ]
        : []),
    ]),
    ...folds.map(({ fold, operand }) => {
      const value = operand.kind === 'literal' ? operand.text : names(operand);
      const own = `own_${fold.label}`;
      return `${own} = ${fold.join(own, fold.type === fold.result ? value : `${fold.type}(${value})`)};`;
    }),
  ];
}

function resultLines(columns: Columns): readonly string[] {
  const { scope, target, group, results, loads, folds } = columns;
  const names = variables(scope, loads.results, 'of_result');
  const computed = results.map((value) => `let ${nameOf(scope, value.id)} = ${callText(value, names)};`);
  const made = [...folds.map(({ fold }) => fold.id), ...results.map(({ id }) => id)];
  const stores = made
    .filter((id) => group.stores.includes(id))
    .map((id) =>
      storeText(scope, memoryOf(target, id), { at: 'result', value: nameOf(scope, id), width: 1 }),
    );
  return [
    ...loads.results.map(({ leaf, name }) => `let ${names(leaf)} = ${name}(result);`),
    ...computed,
    ...stores,
  ];
}

function variables(scope: Scope, loads: readonly Load[], prefix: string) {
  return (source: Exclude<Source, { readonly kind: 'literal' }>): string =>
    source.kind === 'member'
      ? nameOf(scope, source.id)
      : (loads.find(({ leaf }) => leaf.key === source.key)?.name ?? '').replace(`${prefix}_`, '');
}

function callText({ name, text, parameters }: ValueFunction, names: ReturnType<typeof variables>): string {
  const values = parameters.map(({ source }) => names(source));
  return text === null ? (values[0] ?? '') : `${name}(${values.join(', ')})`;
}
