// What a mutation does to the tokens of a kernel, one entry a kind of mistake.
import type { MutantOperator } from '@kernel-ladder/schema';
import { argumentsOf, endsOperand } from './tokens.ts';
import type { Token } from './tokens.ts';

/** Text from `start` to `end` that becomes `text`. */
export interface Rewrite {
  readonly operator: MutantOperator;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where that begins which it is a mistake of, if not at `start`: the loop whose end is moved. */
  readonly of?: number;
}

/** A text and its tokens. */
export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** What the token at a place may become; most operators look at nothing but a token and its neighbours. */
export type Mutate = (source: Source, at: number) => readonly Rewrite[];

type Swaps = { readonly [text: string]: readonly string[] };

const arithmetic: Swaps = {
  '+': ['-'],
  '-': ['+'],
  '*': ['+'],
  '/': ['*'],
  '%': ['/'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['+='],
  '/=': ['*='],
  '++': ['--'],
};
const relation: Swaps = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
};
const logic: Swaps = { '&&': ['||'], '||': ['&&'] };
const bits: Swaps = {
  '<<': ['>>'],
  '>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<=': ['>>='],
  '>>=': ['<<='],
  '&=': ['|='],
  '|=': ['&='],
  '^=': ['&='],
};
const component: Swaps = { x: ['y'], y: ['x'], z: ['x'], w: ['z'] };
const builtin: Swaps = {
  min: ['max'],
  max: ['min'],
  any: ['all'],
  all: ['any'],
  floor: ['ceil'],
  ceil: ['floor'],
  exp: ['exp2'],
  exp2: ['exp'],
  sqrt: ['inverseSqrt'],
  inverseSqrt: ['sqrt'],
  abs: [''],
};
const subgroup: Swaps = {
  subgroupAdd: ['subgroupMax'],
  subgroupMul: ['subgroupAdd'],
  subgroupMin: ['subgroupMax'],
  subgroupMax: ['subgroupMin'],
  subgroupAll: ['subgroupAny'],
  subgroupAny: ['subgroupAll'],
  subgroupInclusiveAdd: ['subgroupExclusiveAdd'],
  subgroupExclusiveAdd: ['subgroupInclusiveAdd'],
  subgroupShuffle: ['subgroupShuffleXor'],
  subgroupShuffleXor: ['subgroupShuffleDown'],
  subgroupShuffleUp: ['subgroupShuffleDown'],
  subgroupShuffleDown: ['subgroupShuffleUp'],
  subgroupBroadcastFirst: [''],
};
const atomic: Swaps = {
  atomicAdd: ['atomicSub'],
  atomicSub: ['atomicAdd'],
  atomicMin: ['atomicMax'],
  atomicMax: ['atomicMin'],
  atomicAnd: ['atomicOr'],
  atomicOr: ['atomicAnd'],
  atomicXor: ['atomicOr'],
  atomicExchange: ['atomicAdd'],
};
const flow: Swaps = { break: ['continue'], continue: ['break'] };

/** All mutations of single tokens. */
export const tokenMutations: readonly Mutate[] = [
  swap('arithmetic', arithmetic, isBinary),
  swap('relation', relation, isBinary),
  swap('logic', logic, isBinary),
  swap('bits', bits, isBinary),
  swap('component', component, (tokens, at) => tokens[at - 1]?.text === '.'),
  swap('builtin', builtin, isCall),
  swap('subgroup', subgroup, isCall),
  swap('atomic', atomic, isCall),
  swap('flow', flow, () => true),
  constants,
  conditions,
  indices,
  selects,
  signs,
];

type Applies = (tokens: readonly Token[], at: number) => boolean;

function swap(operator: MutantOperator, swaps: Swaps, applies: Applies): Mutate {
  return ({ tokens }, at) => {
    const token = tokens[at];
    if (!token || token.inTemplate || !Object.hasOwn(swaps, token.text) || !applies(tokens, at)) return [];
    const { start, end } = token;
    return (swaps[token.text] ?? []).map((text) => ({ operator, start, end, text }));
  };
}

function isBinary(tokens: readonly Token[], at: number): boolean {
  return endsOperand(tokens[at - 1]);
}

function isCall(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.text === '(';
}

/** An integer one more and one less; a float one more, unless it is so large that one more is the same. */
export function constants({ tokens }: Source, at: number): readonly Rewrite[] {
  const token = tokens[at];
  if (token?.kind !== 'number' || token.inTemplate) return [];
  const { start, end, text } = token;
  const digits = /^(0[xX][\da-fA-F]+|\d+)([iu]?)$/.exec(text);
  if (!digits && isHuge(text)) return [];
  if (!digits) return [{ operator: 'constant', start, end, text: `(${text} + 1)` }];
  const value = Number(digits[1]);
  return [value + 1, value - 1]
    .filter((other) => other >= 0 && other < 2 ** 32)
    .map((other) => ({ operator: 'constant', start, end, text: `${other}${digits[2]}` }));
}

/** Whether a float literal stands for "beyond everything": one more rounds to the same, in f32 and in f16. */
export function isHuge(literal: string): boolean {
  const hex = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)/.exec(literal);
  const [, whole = '', part = '', exponent = ''] = hex ?? [];
  const value = hex
    ? Number.parseInt(`${whole}${part}`, 16) * 2 ** (Number(exponent) - 4 * part.length)
    : Number.parseFloat(literal);
  return value >= 2 ** (literal.endsWith('h') ? 11 : 24);
}

// A bound that is not looked at, and a branch that is never taken.
function conditions(source: Source, at: number): readonly Rewrite[] {
  if (source.tokens[at]?.text !== 'if') return [];
  const [condition] = parts(source, at + 1);
  if (!condition) return [];
  return ['true', 'false'].map((text) => ({ ...condition, operator: 'condition', text }));
}

// The element behind the one that was meant.
function indices(source: Source, at: number): readonly Rewrite[] {
  if (source.tokens[at]?.text !== '[' || !isBinary(source.tokens, at)) return [];
  const [index] = parts(source, at);
  return index ? [{ ...index, operator: 'index', text: `(${index.text}) + 1` }] : [];
}

function selects(source: Source, at: number): readonly Rewrite[] {
  if (source.tokens[at]?.text !== 'select') return [];
  const [no, yes] = parts(source, at + 1);
  if (!no || !yes) return [];
  return [{ operator: 'select', start: no.start, end: yes.end, text: `${yes.text}, ${no.text}` }];
}

function signs({ tokens }: Source, at: number): readonly Rewrite[] {
  const token = tokens[at];
  if (!token || !/^[-!]$/.test(token.text) || endsOperand(tokens[at - 1])) return [];
  return [{ operator: 'sign', start: token.start, end: token.end, text: '' }];
}

// The texts between the commas of the bracket that opens at `open`.
function parts({ text, tokens }: Source, open: number) {
  return argumentsOf(tokens, open).map(({ first, end: last }) => {
    const [start, end] = [tokens[first]?.start ?? 0, tokens[last - 1]?.end ?? 0];
    return { start, end, text: text.slice(start, end) };
  });
}
