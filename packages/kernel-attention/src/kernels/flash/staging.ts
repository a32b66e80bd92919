// How the register-tiled kernel brings queries, keys and values into workgroup memory.
import { each, indent } from '@kernel-ladder/kernel-kit';
import type { AttentionProblem } from '../problem.ts';
import type { FlashLayout } from './layout.ts';

/** Functions that load a vec4 along a row, or zeros past the end. */
export function loaders({ queries, keys, dim }: AttentionProblem, layout: FlashLayout): string {
  const quads = dim / 4;
  const isPadded = layout.paddedDim > dim;
  const load = (array: string, rows: number, tile: number) => {
    const guards = [
      ...(rows % tile === 0 ? [] : [`row < ${rows}u`]),
      ...(isPadded ? [`quad < ${quads}u`] : []),
    ];
    const value = `vec4f(${array}[(head * ${rows}u + row) * ${quads}u + quad])`;
    const body =
      guards.length === 0
        ? `return ${value};`
        : `if (${guards.join(' && ')}) {\n  return ${value};\n}\nreturn vec4f();`;
    return `fn load_${array}(head: u32, row: u32, quad: u32) -> vec4f {\n${indent(body, 2)}\n}`;
  };
  return [
    load('queries', queries, layout.bq),
    load('keys', keys, layout.bk),
    load('values', keys, layout.bk),
  ].join('\n\n');
}

interface Turn {
  readonly array: 'queries' | 'keys';
  readonly target: string;
  readonly rows: number;
  readonly head: string;
  readonly first: string;
  readonly scale: string;
}

// Four rows of a vec4 each become four columns, so that the product reads both operands as vec4s.
function turned(
  { threads, paddedDim }: FlashLayout,
  { array, target, rows, head, first, scale }: Turn,
): string {
  const quads = rows / 4;
  const units = quads * (paddedDim / 4);
  const body = `let unit = copy * ${threads}u + thread;
let quad = unit / ${quads}u;
let at = unit % ${quads}u;
${each(4, (i) => `let r${i} = load_${array}(${head}, ${first} + 4u * at + ${i}u, quad)${scale};`)}
${each(4, (c) => `${target}[(4u * quad + ${c}u) * ${quads}u + at] = vec4f(${each(4, (i) => `r${i}[${c}]`, ', ')});`)}`;
  return overUnits(units, threads, body);
}

function overUnits(units: number, threads: number, body: string): string {
  const guarded =
    units % threads === 0 ? body : `if (copy * ${threads}u + thread < ${units}u) {\n${indent(body, 2)}\n}`;
  return `for (var copy = 0u; copy < ${Math.ceil(units / threads)}u; copy++) {\n${indent(guarded, 2)}\n}`;
}

/** Lines that bring the block's queries, by columns, times scale and log2(e): exponentials are powers of two. */
export function stageQueries(layout: FlashLayout): string {
  const scale = (Math.LOG2E / Math.sqrt(layout.dim)).toPrecision(9);
  return turned(layout, {
    array: 'queries',
    target: 'tile_q',
    rows: layout.bq,
    head: 'head',
    first: 'first_query',
    scale: ` * ${scale}`,
  });
}

/** Lines that bring a step's keys, by columns. */
export function stageKeys(layout: FlashLayout): string {
  return turned(layout, {
    array: 'keys',
    target: 'tile_k',
    rows: layout.bk,
    head: 'shared_head',
    first: 'first_key',
    scale: '',
  });
}

/** Lines that bring a step's values, by rows. */
export function stageValues(layout: FlashLayout): string {
  const { bk, paddedDim, threads } = layout;
  const quads = paddedDim / 4;
  const body = `let unit = copy * ${threads}u + thread;
${valueTile(layout)}[unit] = load_values(shared_head, first_key + unit / ${quads}u, unit % ${quads}u);`;
  return overUnits(bk * quads, threads, body);
}

/** The array that takes the values. */
function valueTile({ weights }: FlashLayout): 'tile_k' | 'tile_v' {
  return weights === 'shuffled' ? 'tile_k' : 'tile_v';
}

/** Variables that hold the next keys, four rows of a vec4 each, and values on their way. */
export function declareHeld(layout: FlashLayout): string {
  const { threads, bk, paddedDim } = layout;
  const words = bk * (paddedDim / 4);
  const keys = each(copiesOf(words / 4, threads), (copy) =>
    each(4, (i) => `var held_k${copy}_${i} = vec4f();`, ' '),
  );
  return `${keys}\n${each(copiesOf(words, threads), (copy) => `var held_v${copy} = vec4f();`)}`;
}

/** Starts the loads of the keys from `first` on. */
export function fetchKeys(layout: FlashLayout, first: string): string {
  const quads = layout.bk / 4;
  return overCopies(layout, quads * (layout.paddedDim / 4), (unit, copy) =>
    each(
      4,
      (i) =>
        `held_k${copy}_${i} = load_keys(shared_head, ${first} + 4u * (${unit} % ${quads}u) + ${i}u, ${unit} / ${quads}u);`,
    ),
  );
}

/** Stores the keys that were loaded, by columns. */
export function depositKeys(layout: FlashLayout): string {
  const quads = layout.bk / 4;
  return overCopies(layout, quads * (layout.paddedDim / 4), (unit, copy) =>
    each(
      4,
      (c) =>
        `tile_k[(4u * (${unit} / ${quads}u) + ${c}u) * ${quads}u + ${unit} % ${quads}u] = vec4f(${each(4, (i) => `held_k${copy}_${i}[${c}]`, ', ')});`,
    ),
  );
}

/** Starts the loads of the step's values. */
export function fetchValues(layout: FlashLayout): string {
  const quads = layout.paddedDim / 4;
  return overCopies(
    layout,
    layout.bk * quads,
    (unit, copy) =>
      `held_v${copy} = load_values(shared_head, first_key + ${unit} / ${quads}u, ${unit} % ${quads}u);`,
  );
}

/** Stores the values that were loaded, by rows. */
export function depositValues(layout: FlashLayout): string {
  const units = layout.bk * (layout.paddedDim / 4);
  return overCopies(layout, units, (unit, copy) => `${valueTile(layout)}[${unit}] = held_v${copy};`);
}

function copiesOf(units: number, threads: number): number {
  return Math.ceil(units / threads);
}

// Each thread's units, written out; a thread past the last one copies nothing.
function overCopies(
  { threads }: FlashLayout,
  units: number,
  lines: (unit: string, copy: number) => string,
): string {
  return each(copiesOf(units, threads), (copy) => {
    const text = lines(copy === 0 ? 'thread' : `(thread + ${copy * threads}u)`, copy);
    const isWhole = (copy + 1) * threads <= units;
    return isWhole ? text : `if (thread < ${units - copy * threads}u) {\n${indent(text, 2)}\n}`;
  });
}
