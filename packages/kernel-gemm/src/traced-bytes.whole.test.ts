// The bytes that a plan says its kernel requests are those that it does, of products that fill no tile.
import { expect, test } from 'vitest';
import { emulated, sumOf } from '../fixtures/traced.ts';
import { gemmCase } from './cases.ts';
import type { GemmCase } from './cases.ts';

const half = { dtype: 'f16-f32' } as const;
const byte = { dtype: 'i8-i32' } as const;
const cube = [64, 64, 64] as const;

// Padded or overhanging shapes, other types, what an epilogue asks for, and what another rung is picked for.
const further: readonly (readonly [string, GemmCase])[] = [
  ['naive', gemmCase([20, 36, 40], half)],
  ['naive', gemmCase([20, 36, 40], { ...byte, epilogue: 'bias', layout: 'tt' })],
  ['tiled', gemmCase([33, 17, 40])],
  ['register', gemmCase([60, 36, 40], { layout: 'tt', epilogue: 'scale-residual' })],
  ['register', gemmCase(cube, { dtype: 'f16', epilogue: 'bias-gelu' })],
  ['split-k', gemmCase([16, 20, 1100], { epilogue: 'bias' })],
  ['double-single', gemmCase([20, 36, 40], { dtype: 'f32x2', layout: 'tt', batch: 2 })],
  ['dot4', gemmCase(cube, { ...byte, epilogue: 'bias', batch: 2 })],
  ['tensor-basic', gemmCase([60, 60, 60], { ...half, epilogue: 'bias' })],
  ['tensor-basic', gemmCase(cube, byte)],
  ['tensor', gemmCase(cube, { ...half, epilogue: 'bias' })],
  ['tensor', gemmCase(cube, { ...byte, layout: 'nt' })],
  ['tensor', gemmCase(cube, { dtype: 'f16', epilogue: 'scale-residual' })],
  ['tensor-pipelined', gemmCase([61, 67, 77], { ...half, epilogue: 'bias', batch: 2 })],
  ['tensor-pipelined', gemmCase(cube, { ...byte, layout: 'tt' })],
  ['tensor-split-k', gemmCase([5, 67, 1000], { ...half, epilogue: 'scale-residual' })],
  ['few-rows', gemmCase([7, 260, 2000], { layout: 'tn', epilogue: 'bias' })],
  ['few-rows', gemmCase([20, 36, 40], { dtype: 'bf16-f32' })],
  ['matrix-vector', gemmCase([33, 1, 70], { ...half, epilogue: 'bias', batch: 2 })],
  ['matrix-vector', gemmCase([1, 260, 36], { layout: 'tt', epilogue: 'scale-residual' })],
  ['matrix-vector', gemmCase([45, 1, 64], { layout: 'tn' })],
  ['register-pipelined', gemmCase([60, 36, 40], { layout: 'tt', epilogue: 'scale-residual' })],
];

test.for(further)('%s moves the bytes that its plan says on a GPU: %o', ([name, product]) => {
  const { moved, plan } = emulated(name, product);
  expect(sumOf(moved)).toBe(plan.implBytes);
});
