// The softmax of the wide kernel: a lane owns whole rows, so that no two lanes have to agree on anything.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { writeLse } from '../problem.ts';
import { fragment, lanes } from '../tensor/layout.ts';
import type { WideLayout } from './layout.ts';
import type { WideProblem } from './tail.ts';

/** Lines that name the lane's rows, how many keys each of its queries sees, and what is known of it so far. */
export function declareRows({ queries, laneRows }: WideLayout): string {
  return `${each(laneRows, (r) => `let query${r} = first_query + subgroup * ${queries}u + ${r * lanes}u + lane;`)}
${each(laneRows, (r) => `let visible${r} = visible_keys(head, query${r});`)}
${each(laneRows, (r) => `var reference${r} = LOWEST; var sum${r} = 0.0; var factor${r} = 1.0;`)}`;
}

/** Where the scores of the lane's row `r` begin, and where its weights do: in words of their arrays. */
export interface RowPlaces {
  readonly scores: (r: number) => string;
  readonly weights: (r: number) => string;
  /** The array that takes the weights. */
  readonly array: 'scores' | 'weights';
}

/** Which keys of a step a query may not see: none of them, those of a last step that is not whole, or any. */
export type Hidden = 'none' | 'behind-last' | 'some';

/** What differs between the loops over the steps. */
export interface Step {
  readonly hidden: Hidden;
  /** Whether references are those of the first step: one that a score exceeds too far is told of, and not raised. */
  readonly isTrusting: boolean;
}

/** Lines that turn the lane's rows of scores into weights, and raise their references where a score is too far ahead. */
export function softmax(layout: WideLayout, places: RowPlaces, step: Step): string {
  const row = (r: number) => rowOf(layout, places, { r, ...step });
  return each(layout.laneRows, (r) => `{ // row ${r} of the lane\n${indent(row(r), 2)}\n}`);
}

function rowOf(
  layout: WideLayout,
  places: RowPlaces,
  { r, hidden, isTrusting }: Step & { readonly r: number },
): string {
  const quads = layout.keys / 4;
  const named = Array.from({ length: quads }, (_, j) => `s${j}`);
  const hide = (j: number) =>
    `  s${j} = select(vec4f(HIDDEN), s${j}, vec4u(0u, 1u, 2u, 3u) + (first_key + ${4 * j}u) < vec4u(visible${r}));`;
  const word = (w: number) =>
    `${places.array}[${places.weights(r)} + ${w}u] = vec4u(${halvesOf(2 * w)}, ${halvesOf(2 * w + 1)});`;
  const hiding = {
    none: '',
    'behind-last': `if (first_key + ${layout.keys}u > least_visible) {\n${each(quads, hide)}\n}\n`,
    some: `${each(quads, hide)}\n`,
  };
  return `${each(quads, (j) => `var s${j} = ${scoreAt(`${places.scores(r)} + ${j}u`)};`)}
${hiding[hidden]}let highest = ${named.reduce((most, quad) => `max(${most}, ${quad})`)};
let top = max(max(max(highest.x, highest.y), max(highest.z, highest.w)), LOWEST);
${isTrusting ? compare(r) : raise(r)}
let lowered = reference${r} * SCALE;
${each(quads, (j) => `s${j} = exp2(s${j} * SCALE - lowered);`)}
let row_sum = ${named.join(' + ')};
sum${r} += (row_sum.x + row_sum.y) + (row_sum.z + row_sum.w);
${each(quads / 2, word)}`;
}

// The first step has nothing to rescale.
function raise(r: number): string {
  return `factor${r} = 1.0;
if (step == 0u) {
  reference${r} = top;
} else if (top > reference${r} + LEAD) {
  factor${r} = exp2((reference${r} - top) * SCALE);
  reference${r} = top;
  sum${r} *= factor${r};
  atomicStore(&raised, 1u);
}`;
}

// Where nothing is raised, what a half cannot hold is told of.
function compare(r: number): string {
  return `if (step == 0u) {
  reference${r} = top;
} else if (top > reference${r} + MOST) {
  atomicStore(&raised, 1u);
}`;
}

function halvesOf(quad: number): string {
  return ['xy', 'zw'].map((pair) => `pack2x16float(s${quad}.${pair})`).join(', ');
}

// The place of scores is one of words, as weights and queries lie there too.
function scoreAt(at: string): string {
  return `bitcast<vec4f>(scores[${at}])`;
}

/**
 * Lines that rescale the outputs by the factors of their rows: a fragment has no access to its rows, so that they take the way through
 * the place of the scores. Weights that lie there are put aside meanwhile.
 */
export function rescale(layout: WideLayout, places: RowPlaces): string {
  const { laneRows, keys } = layout;
  const isInPlace = places.array === 'scores';
  const words = keys / 8;
  const overWords = (line: (r: number, w: number) => string) =>
    isInPlace ? `${each(laneRows, (r) => each(words, (w) => line(r, w)))}\n` : '';
  const keep = overWords((r, w) => `let kept${r}_${w} = scores[${places.weights(r)} + ${w}u];`);
  const restore = overWords((r, w) => `scores[${places.weights(r)} + ${w}u] = kept${r}_${w};`);
  return `if (thread == 0u) {
  atomicStore(&raised, 0u);
}
${keep}${isInPlace ? '// Everyone has put its weights aside.\nworkgroupBarrier();\n' : ''}${throughRows(layout, { places, line: times, isKept: true })}
// The outputs have been read.
workgroupBarrier();${isInPlace ? `\n${restore}workgroupBarrier();` : ''}`;
}

// Multiplies a vec4 of outputs by the factor of its row.
function times(r: number, at: string): string {
  return `scores[${at}] = bitcast<vec4u>(${scoreAt(at)} * factor${r});`;
}

interface Trip {
  readonly places: RowPlaces;
  /** What happens to the vec4 at a word, the `quad`-th of the output row of the lane's row `r`. */
  readonly line: (r: number, at: string, quad: number) => string;
  /** Whether the fragments are read back. */
  readonly isKept: boolean;
}

// Runs a line on each vec4 of the lane's rows of the outputs, a step's width of columns at a time.
function throughRows(layout: WideLayout, { places, line, isKept }: Trip): string {
  const { dimFragments, keyFragments, rowFragments, scoreStride, laneRows } = layout;
  const at = (r: number, j: number) => `first_score + ${r * fragment * scoreStride + 4 * j}u`;
  const round = (index: number) => {
    const first = index * keyFragments;
    const count = Math.min(keyFragments, dimFragments - first);
    const overFragments = (text: (r: number, j: number) => string) =>
      each(rowFragments, (r) => each(count, (j) => text(r, j)));
    const store = (r: number, j: number) =>
      `subgroupMatrixStore<row_major>(&scores, ${at(r, j)}, o${r}_${first + j}, ${scoreStride}u);`;
    const load = (r: number, j: number) =>
      `o${r}_${first + j} = subgroupMatrixLoad<Result, row_major>(&scores, ${at(r, j)}, ${scoreStride}u);`;
    const change = (r: number) =>
      each(4 * count, (q) => line(r, `${places.scores(r)} + ${q}u`, 4 * first + q));
    return `${overFragments(store)}
workgroupBarrier();
${each(laneRows, change)}
workgroupBarrier();${isKept ? `\n${overFragments(load)}` : ''}`;
  };
  // A round's fragments have been read before the next one takes their place.
  return each(Math.ceil(dimFragments / keyFragments), round, isKept ? '\nworkgroupBarrier();\n' : '\n');
}

/** Lines that divide by the sums of the weights and write the outputs, 16 bytes a time. */
export function writeBack(layout: WideLayout, problem: WideProblem, places: RowPlaces): string {
  const { queries, dim, tail } = problem;
  const row = (
    r: number,
  ) => `${tail ? placeRow(problem, layout, r) : ''}let inverse${r} = select(${tail ? `select(0.0, 1.0 / sum${r}, sum${r} > 0.0), 1.0, is_part` : `0.0, 1.0 / sum${r}, sum${r} > 0.0`});
let output${r} = (head * ${queries}u + query${r}) * ${dim / 8}u;`;
  const lse = (r: number) => {
    const [condition, at] = [`query${r} < ${queries}u`, `head * ${queries}u + query${r}`];
    const text = writeLse(problem, { condition, at, top: `reference${r} * SCALE` });
    return text === '' ? '' : `\n{\n  let total = sum${r};${indent(text, 2)}\n}`;
  };
  const line = (r: number, at: string, quad: number) => {
    if (quad % 2 === 0) return `let lower${r}_${quad} = ${scoreAt(at)} * inverse${r};`;
    const halves = [`lower${r}_${quad - 1}`, `upper`].flatMap((name) =>
      ['xy', 'zw'].map((pair) => `pack2x16float(${name}.${pair})`),
    );
    return `${tail ? leaveQuads(r, at, quad) : ''}if (query${r} < ${queries}u) {
  let upper = ${scoreAt(at)} * inverse${r};
  outputs[output${r} + ${(quad - 1) / 2}u] = vec4u(${halves.join(', ')});
}`;
  };
  return `${each(layout.laneRows, row)}${each(layout.laneRows, lse, '')}
// Everyone has read the weights, and so the scores.
workgroupBarrier();
${throughRows(layout, { places, line, isKept: false })}`;
}

// Where a part leaves a row as merge.wgsl takes it: its greatest logit, its sum, and the weighted sums of values.
function placeRow({ queries, dim, tail }: WideProblem, { bq }: WideLayout, r: number): string {
  if (!tail) return '';
  return `let at_part${r} = ((head * ${queries}u + query${r} - ${tail.whole * bq}u) * ${tail.parts}u + part) * ${dim + 2}u;
if (is_part) {
  parts[at_part${r}] = reference${r} * ${(1 / Math.sqrt(dim)).toPrecision(9)};
  parts[at_part${r} + 1u] = sum${r};
}
`;
}

function leaveQuads(r: number, at: string, quad: number): string {
  const words = (name: string, first: number) =>
    each(4, (c) => `  parts[at_part${r} + ${2 + first + c}u] = ${name}[${c}];`);
  return `if (is_part) {
  let upper = ${scoreAt(at)};
${words(`lower${r}_${quad - 1}`, 4 * (quad - 1))}
${words('upper', 4 * quad)}
} else `;
}
