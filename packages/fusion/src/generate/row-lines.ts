// The statements of a kernel of rows, stage by stage.
import { indent } from '@kernel-ladder/kernel-kit';
import type { RowsGroup } from '../fuse/group.ts';
import { typeOf } from '../graph/types.ts';
import type { ValueId } from '../graph/types.ts';
import { foldArguments, foldText, itemText } from './folds.ts';
import type { FoldText, RowThreads } from './folds.ts';
import type { Parameter, ValueFunction } from './functions.ts';
import { memoryOf } from './kernel.ts';
import type { Target } from './kernel.ts';
import { storeText } from './loads.ts';
import type { Load } from './loads.ts';
import { widthTest } from './map.ts';
import { lanes as lanesOf, nameOf, scalarType } from './naming.ts';
import type { RowPlan, Stage } from './row-plan.ts';
import type { Scope, Source } from './sources.ts';

/** A kernel of rows, as far as it is known. */
export interface Rows {
  readonly scope: Scope;
  readonly target: Target;
  readonly group: RowsGroup;
  readonly plan: RowPlan;
  readonly threads: RowThreads;
  readonly width: 1 | 4;
  readonly items: number;
  /** Whether every thread that goes on has a row. */
  readonly isEven: boolean;
  /** Of elements, and of those that may lie behind the end of a row; of rows. */
  readonly loads: {
    readonly whole: readonly Load[];
    readonly ragged: readonly Load[];
    readonly rows: readonly Load[];
  };
}

/** Whether a parameter of a value of elements comes as four. */
export function wideIn({ loads, plan }: Pick<Rows, 'loads' | 'plan'>): (parameter: Parameter) => boolean {
  return widthTest(loads.whole, plan.isRow);
}

/** The names that have been declared so far. */
type Declared = Set<string>;

interface Item {
  /** Its place in the row. */
  readonly at: string;
  /** Put behind the names of its values. */
  readonly suffix: string;
  /** Holds where the item is in the row; null where it always is. */
  readonly guard: string | null;
  readonly declared: Declared;
}

/** Statements for rows in registers: all items of a thread by name. */
export function heldLines(kernel: Rows): readonly string[] {
  const { threads, items, plan } = kernel;
  const { lanes, held } = threads;
  const own = Array.from({ length: held }, (_, k): Item => {
    const at = k === 0 ? 'lane' : `lane + ${k * lanes}u`;
    const isWhole = (k + 1) * lanes <= items;
    const suffix = held === 1 ? '' : `_at${k}`;
    return { at, suffix, guard: isWhole ? null : `${at} < ${items}u`, declared: new Set() };
  });
  const row: Declared = new Set();
  return plan.stages.flatMap((stage) => [
    ...rowLines(kernel, stage, row),
    ...own.flatMap((item) => loadLines(kernel, stage, item, row)),
    ...own.flatMap((item) => elementLines(kernel, stage, item)),
    ...stage.folds.flatMap(({ id, operand }) => heldFold(kernel, foldText(kernel.scope, id), operand, own)),
  ]);
}

/** Statements for rows that are swept: a loop for each stage. */
export function sweptLines(kernel: Rows): readonly string[] {
  const row: Declared = new Set();
  return kernel.plan.stages.flatMap((stage) => {
    const folds = stage.folds.map(({ id, operand }) => ({ fold: foldText(kernel.scope, id), operand }));
    const inside = sweep(kernel, withOperands(kernel, stage), folds);
    const { held, lanes } = kernel.threads;
    return [
      ...rowLines(kernel, stage, row),
      ...folds.map(({ fold }) => `var own_${fold.label} = ${fold.identity};`),
      ...(inside.length === 0
        ? []
        : [
            `for (var step = 0u; step < ${held}u; step++) {`,
            `  let item = step * ${lanes}u + lane;`,
            `  if (item < ${kernel.items}u) {`,
            indent(inside.join('\n'), 4),
            '  }',
            '}',
          ]),
      ...folds.map(({ fold }) => foldCall(kernel, fold, `own_${fold.label}`)),
    ];
  });
}

interface Folding {
  readonly fold: FoldText;
  readonly operand: Source;
}

function sweep(kernel: Rows, stage: Stage, folds: readonly Folding[]): readonly string[] {
  const item: Item = { at: 'item', suffix: '', guard: null, declared: new Set() };
  return [
    ...loadLines(kernel, stage, item, new Set()),
    ...elementLines(kernel, stage, item),
    ...folds.map(({ fold, operand }) => {
      const value = folded(kernel, fold, operand, item);
      return `own_${fold.label} = ${fold.join(`own_${fold.label}`, value)};`;
    }),
  ];
}

// A sweep computes anew what an earlier one has: nothing is held.
function withOperands({ plan }: Rows, stage: Stage): Stage {
  const wanted = new Map<ValueId, ValueFunction>();
  const add = (id: ValueId): void => {
    const value = plan.functions.get(id);
    if (!value || plan.isRow(id) || wanted.has(id)) return;
    for (const { source } of value.parameters) if (source.kind === 'member') add(source.id);
    wanted.set(id, value);
  };
  for (const { id } of stage.ofElements) add(id);
  for (const { operand } of stage.folds) if (operand.kind === 'member') add(operand.id);
  return { ...stage, ofElements: [...wanted.values()] };
}

function rowLines(kernel: Rows, { ofRows }: Stage, row: Declared): readonly string[] {
  const { scope, loads, group } = kernel;
  return ofRows.flatMap((value) => {
    const read = loads.rows.filter(({ leaf }) => reads(value, leaf.key));
    const lines = read
      .filter(({ name }) => isNew(row, name))
      .map(({ name }) => `let ${variableOf(name)} = ${name}(row);`);
    const values = value.parameters.map(({ source }) =>
      source.kind === 'member'
        ? nameOf(scope, source.id)
        : variableOf(read.find(({ leaf }) => leaf.key === source.key)?.name ?? ''),
    );
    const call = value.text === null ? (values[0] ?? '') : `${value.name}(${values.join(', ')})`;
    const store = group.stores.includes(value.id) ? [rowStore(kernel, value.id)] : [];
    return [...lines, `let ${nameOf(scope, value.id)} = ${call};`, ...store];
  });
}

// The first thread of a row writes what there is one of in a row.
function rowStore({ scope, target, isEven, group }: Rows, id: ValueId): string {
  const isOwn = isEven ? '' : ` && row < ${group.rows}u`;
  const store = storeText(scope, memoryOf(target, id), {
    at: 'row',
    value: nameOf(scope, id),
    width: 1,
  });
  return `if (lane == 0u${isOwn}) {\n  ${store}\n}`;
}

function isNew(declared: Declared, name: string): boolean {
  return declared.size < declared.add(name).size;
}

function reads({ parameters }: ValueFunction, key: string): boolean {
  return parameters.some(({ source }) => source.kind === 'leaf' && source.key === key);
}

function variableOf(load: string): string {
  return load.replace(/^(?:load_inside|load|of_row)_/, (prefix) => (prefix === 'of_row_' ? 'row_' : ''));
}

// What does not change along a row is loaded once.
function loadLines(kernel: Rows, stage: Stage, item: Item, row: Declared): readonly string[] {
  const { loads } = kernel;
  return loads.whole.flatMap(({ leaf, name, isStill }, at) => {
    if (!isWanted(stage, leaf.key) || !isNew(isStill ? row : item.declared, name)) return [];
    if (isStill) return [`let ${variableOf(name)} = ${name}(row, 0u);`];
    const inside = item.guard === null ? name : (loads.ragged[at]?.name ?? name);
    return [`let ${variableOf(name)}${item.suffix} = ${inside}(row, ${item.at});`];
  });
}

function isWanted({ ofElements, folds }: Stage, key: string): boolean {
  return (
    ofElements.some((value) => reads(value, key)) ||
    folds.some(({ operand }) => operand.kind === 'leaf' && operand.key === key)
  );
}

function elementLines(kernel: Rows, { ofElements }: Stage, item: Item): readonly string[] {
  const { scope, target, width, group } = kernel;
  return ofElements.flatMap((value) => {
    const name = `${nameOf(scope, value.id)}${item.suffix}`;
    const line = `let ${name} = ${callText(kernel, value, item)};`;
    if (!group.stores.includes(value.id)) return [line];
    const at = `row * ${kernel.items}u + ${item.at}`;
    const store = storeText(scope, memoryOf(target, value.id), { at, value: name, width });
    const isOwn = kernel.isEven ? null : `row < ${group.rows}u`;
    const guards = [isOwn, item.guard].filter((guard) => guard !== null);
    return [line, guards.length === 0 ? store : `if (${guards.join(' && ')}) {\n  ${store}\n}`];
  });
}

function callText(kernel: Rows, { id, name, text, parameters }: ValueFunction, item: Item): string {
  const { scope, width } = kernel;
  const values = parameters.map(({ source }) => sourceName(kernel, source, item));
  if (text !== null) return `${name}${width === 4 ? '_4' : ''}(${values.join(', ')})`;
  const [only] = parameters;
  const isSpread = only !== undefined && width === 4 && !wideIn(kernel)(only);
  const type = lanesOf(scalarType(typeOf(scope.graph, id).dtype), 4);
  return isSpread ? `${type}(${values[0] ?? ''})` : (values[0] ?? '');
}

function sourceName({ scope, plan, loads }: Rows, source: Source, item: Item): string {
  if (source.kind === 'literal') return source.text;
  if (source.kind === 'member') {
    const name = nameOf(scope, source.id);
    return plan.isRow(source.id) ? name : `${name}${item.suffix}`;
  }
  const load = loads.whole.find(({ leaf }) => leaf.key === source.key);
  return `${variableOf(load?.name ?? '')}${load?.isStill === true ? '' : item.suffix}`;
}

// One item of what is folded, as one number.
function folded(kernel: Rows, fold: FoldText, operand: Source, item: Item): string {
  const isLeaf = operand.kind === 'leaf';
  const isFour = isLeaf
    ? (kernel.loads.whole.find(({ leaf }) => leaf.key === operand.key)?.isWide ?? false)
    : operand.kind === 'member';
  const name = sourceName(kernel, operand, item);
  if (kernel.width === 1) return itemText(fold, name, 1);
  return isFour ? itemText(fold, name, 4) : itemText(fold, `vec4<${fold.result}>(${name})`, 4);
}

function heldFold(kernel: Rows, fold: FoldText, operand: Source, own: readonly Item[]): readonly string[] {
  const whole = own.filter(({ guard }) => guard === null).map((item) => folded(kernel, fold, operand, item));
  const ragged = own.filter(({ guard }) => guard !== null);
  const start = balancedJoin(whole, fold);
  const variable = `own_${fold.label}`;
  return [
    `${ragged.length > 0 ? 'var' : 'let'} ${variable} = ${start};`,
    ...ragged.map((item) => {
      const value = folded(kernel, fold, operand, item);
      return `if (${item.guard ?? ''}) {\n  ${variable} = ${fold.join(variable, value)};\n}`;
    }),
    foldCall(kernel, fold, variable),
  ];
}

function balancedJoin(terms: readonly string[], fold: FoldText): string {
  if (terms.length <= 1) return terms[0] ?? fold.identity;
  const half = Math.ceil(terms.length / 2);
  return fold.join(balancedJoin(terms.slice(0, half), fold), balancedJoin(terms.slice(half), fold));
}

function foldCall(kernel: Rows, fold: FoldText, own: string): string {
  const { scope, threads, group } = kernel;
  const call = `fold_${fold.label}(${own}${foldArguments[threads.by]})`;
  const value = fold.type === fold.result ? call : `${fold.result}(${call})`;
  const line = `let ${nameOf(scope, fold.id)} = ${value};`;
  return group.stores.includes(fold.id) ? `${line}\n${rowStore(kernel, fold.id)}` : line;
}
