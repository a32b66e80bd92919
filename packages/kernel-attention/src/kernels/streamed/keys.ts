// One trip of the streaming kernel: some keys and their values, scored and added.
import { each } from '@kernel-ladder/kernel-kit';
import type { AttentionProblem } from '../problem.ts';
import type { StreamLayout } from './layout.ts';
import { rowOf, rowsType } from './rows.ts';

/** The `quad`-th four numbers of a 16-byte word. */
export function numbersOf({ element }: Pick<StreamLayout, 'element'>, word: string, quad: number): string {
  if (element === 'f32') return word;
  const [low, high] = quad === 0 ? ['x', 'y'] : ['z', 'w'];
  return `vec4f(unpack2x16float(${word}.${low}), unpack2x16float(${word}.${high}))`;
}

/** Lines that take a trip's keys: all loads first, then scores, weights and weighted values. */
export function addKeys(problem: AttentionProblem, layout: StreamLayout): string {
  const { unroll } = layout;
  return `${each(unroll, (u) => loadsOf(problem, layout, u))}
${each(unroll, (u) => scoreOf(problem, layout, u))}
${weigh(layout)}
${addValues(layout)}`;
}

// Keys past the last one are the last one: they are hidden.
function loadsOf({ keys }: AttentionProblem, layout: StreamLayout, u: number): string {
  const { groups, turns, words, lanes } = layout;
  const load = (t: number) => {
    const at = `at${u} + ${wordAt(t, { words, lanes })}`;
    return `let k${u}_${t} = keys[${at}]; let v${u}_${t} = values[${at}];`;
  };
  return `let key${u} = trip_key + ${u * groups}u + place;
let at${u} = (shared_head * ${keys}u + min(key${u}, ${keys - 1}u)) * ${words}u;
${each(turns, load)}`;
}

// The number of a lane's `t`-th word of a key; the last one where it has none.
function wordAt(t: number, { words, lanes }: Pick<StreamLayout, 'words' | 'lanes'>): string {
  const own = t === 0 ? 'word' : `word + ${t * lanes}u`;
  return (t + 1) * lanes > words ? `min(${own}, ${words - 1}u)` : own;
}

function scoreOf(problem: AttentionProblem, layout: StreamLayout, u: number): string {
  const { rows, turns, quads, lanes } = layout;
  const numbers = each(turns, (t) =>
    each(quads, (e) => `let n${u}_${t}_${e} = ${numbersOf(layout, `k${u}_${t}`, e)};`),
  );
  const terms = (r: number) =>
    each(turns, (t) => each(quads, (e) => `dot(q${r}_${t}_${e}, n${u}_${t}_${e})`, ' + '), ' + ');
  const agree = each(Math.log2(lanes), (level) => `s${u} += subgroupShuffleXor(s${u}, ${2 ** level}u);`);
  return `${numbers}
var s${u} = Rows(${each(rows, terms, ', ')});
${agree}
s${u} = select(Rows(HIDDEN), s${u}, ${rowsType(rows, 'u32')}(key${u}) < visible);`;
}

// Weights relative to the greatest score so far, and how much those before have to shrink.
function weigh({ unroll }: StreamLayout): string {
  const scores = Array.from({ length: unroll }, (_, u) => `s${u}`);
  const weights = Array.from({ length: unroll }, (_, u) => `p${u}`);
  return `let higher = ${['top', ...scores].reduce((most, score) => `max(${most}, ${score})`)};
let rescale = exp2(top - higher);
top = higher;
${each(unroll, (u) => `let p${u} = exp2(s${u} - top);`)}
sum = sum * rescale + (${weights.join(' + ')});`;
}

function addValues(layout: StreamLayout): string {
  const { rows, turns, quads, unroll } = layout;
  const numbers = each(unroll, (u) =>
    each(turns, (t) => each(quads, (e) => `let w${u}_${t}_${e} = ${numbersOf(layout, `v${u}_${t}`, e)};`)),
  );
  const output = (r: number, t: number, e: number) => {
    const terms = each(unroll, (u) => `${rowOf(`p${u}`, r, rows)} * w${u}_${t}_${e}`, ' + ');
    return `o${r}_${t}_${e} = o${r}_${t}_${e} * ${rowOf('rescale', r, rows)} + (${terms});`;
  };
  return `${numbers}
${each(rows, (r) => each(turns, (t) => each(quads, (e) => output(r, t, e))))}`;
}
