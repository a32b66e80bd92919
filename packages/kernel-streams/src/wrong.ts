// Faults of the kernels, which the check must reject; those of pipelines are in wrong/schedules.ts.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import { isBatch } from './cases.ts';
import type { StreamCase } from './cases.ts';

/** Which faults stand for a class of mistakes, or why none does. */
export const faultTable: FaultTable = {
  index: ['half-tile', 'transposed-right'],
  bound: ['dropped-tail', 'past-end'],
  terms: ['lost-slice'],
  start: ['starts-at-one'],
  barrier:
    'the emulator finds those that are missing: a software device may give the right answer nevertheless',
  mask: ['unmasked-slice'],
  precision: ['rounded-steps'],
  lookup: ['first-operand'],
  stale: ['dropped-tail'],
  operation: ['rounds-off'],
  row: ['first-operand'],
  inclusion: 'every number stands for itself',
  carry: ['lost-round', 'lost-slice'],
};

const ofChains = (least: number) => (params: StreamCase) => !isBatch(params) && params.bytes >= least;
const ofProducts =
  (m: number, products = 1) =>
  (params: StreamCase) =>
    isBatch(params) && params.m >= m && params.products >= products;

/** One realistic mistake each. */
export const wrong: readonly Fault<StreamCase>[] = [
  {
    name: 'lost-round',
    summary: 'takes a step too few',
    of: 'event',
    change: edit('chain.wgsl', 'round < ROUNDS', 'round + 1u < ROUNDS'),
    answer: 'wrong-value',
    takes: ofChains(4),
  },
  {
    name: 'dropped-tail',
    summary: 'leaves the last number out',
    of: 'event',
    change: edit('chain.wgsl', 'index < N) {\n    y[', 'index + 1u < N) {\n    y['),
    answer: 'unwritten',
    takes: ofChains(4),
  },
  {
    name: 'past-end',
    summary: 'writes whole tiles',
    of: 'event',
    change: edit('chain.wgsl', 'index < N) {\n    y[', 'index < N + TILE) {\n    y['),
    answer: 'out-of-bounds',
    takes: (params) => !isBatch(params) && params.bytes % 4096 > 0,
  },
  {
    name: 'half-tile',
    summary: 'begins a tile in the middle of the one before',
    of: 'event',
    change: edit('chain.wgsl', 'group.x) * TILE', 'group.x) * (TILE / 2u)'),
    answer: 'unwritten',
    takes: ofChains(16_384),
  },
  {
    name: 'rounds-off',
    summary: 'rounds to the nearest where it should round down',
    of: 'event',
    change: edit('chain.wgsl', 'floor(grown', 'round(grown'),
    answer: 'wrong-value',
    takes: ofChains(4096),
  },
  {
    name: 'rounded-steps',
    summary: 'keeps eleven bits of what a step begins with',
    of: 'event',
    change: edit(
      'chain.wgsl',
      'fma(values, vec4f(FACTOR)',
      'fma(1024.0 * quantizeToF16(values / 1024.0), vec4f(FACTOR)',
    ),
    answer: 'wrong-value',
    takes: ofChains(4096),
  },
  {
    name: 'lost-slice',
    summary: 'leaves the last slice of both operands out',
    of: 'product',
    change: edit('product.wgsl', 'slice < M;', 'slice + SLICE < M;'),
    answer: 'wrong-value',
    takes: ofProducts(2),
  },
  {
    name: 'transposed-right',
    summary: 'reads the second operand by columns',
    of: 'product',
    change: edit('product.wgsl', 'min(down * M + beside', 'min(beside * M + down'),
    answer: 'wrong-value',
    takes: ofProducts(15),
  },
  {
    name: 'first-operand',
    summary: 'multiplies by the second operand of the first product',
    of: 'product',
    change: edit('product.wgsl', 'b[matrix + min', 'b[min'),
    answer: 'wrong-value',
    takes: ofProducts(15, 2),
  },
  {
    name: 'starts-at-one',
    summary: 'begins its sums with one',
    of: 'product',
    change: edit(
      'product.wgsl',
      'array<vec4f, 4>()',
      'array<vec4f, 4>(vec4f(1), vec4f(1), vec4f(1), vec4f(1))',
    ),
    answer: 'wrong-value',
    takes: ofProducts(1),
  },
  {
    name: 'unmasked-slice',
    summary: 'takes what is behind the end of a row of both operands for numbers of it',
    of: 'product',
    change: (plan) =>
      edit(
        'product.wgsl',
        'across < M && along < M',
        'across < M',
      )(edit('product.wgsl', 'down < M && beside < M', 'beside < M')(plan)),
    answer: 'wrong-value',
    takes: (params) => isBatch(params) && params.m > 16 && params.m % 16 > 0,
  },
];
