// Scales, adds or bends in the wrong way, or at the wrong place.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isBatch, isBehindFirst } from './takes.ts';

/** Faults of this class. */
export const wrongEpilogues: readonly Fault<GemmCase>[] = [
  {
    name: 'bias-by-row',
    summary: 'Adds the bias down the rows instead of along the columns.',
    of: 'unfused',
    change: edit('epilogue.wgsl', 'at % COLUMNS', 'at / COLUMNS % COLUMNS'),
    answer: 'wrong-value',
    at: (index, { n }) => Math.floor(index / n) % n !== index % n,
    takes: ({ epilogue }) => epilogue.startsWith('bias'),
  },
  {
    name: 'bias-by-matrix',
    summary: 'Takes every matrix of a batch to have a bias of its own.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'finish(sum, at, column)', 'finish(sum, at, group.z * N + column)'),
    answer: 'wrong-value',
    at: isBehindFirst,
    takes: (params) => isBatch(params) && params.epilogue.startsWith('bias'),
  },
  {
    name: 'bias-of-tile',
    summary: 'Takes the bias of the tile for that of the column.',
    of: 'register',
    change: edit('register.wgsl.ts', 'added[(column) / 4u]', 'added[(column % 8u) / 4u]'),
    answer: 'wrong-value',
    at: (index, { n }) => index % n >= 8,
    takes: ({ epilogue, n }) => epilogue.startsWith('bias') && n % 4 === 0 && n > 8,
  },
  {
    name: 'first-residual',
    summary: 'Adds the residual of the first matrix to all of a batch.',
    of: 'register',
    change: edit('register.wgsl.ts', 'added[(layer *', 'added[(0u *'),
    answer: 'wrong-value',
    at: isBehindFirst,
    takes: (params) => isBatch(params) && params.epilogue === 'scale-residual' && params.n % 4 === 0,
  },
  {
    name: 'scaled-residual',
    summary: 'Scales the residual with the sum.',
    of: 'unfused',
    change: edit('epilogue.wgsl', 'value += added[at];', 'value += Number(SCALE * f32(added[at]));'),
    answer: 'wrong-value',
    takes: ({ epilogue }) => epilogue === 'scale-residual',
  },
  {
    name: 'unscaled',
    summary: 'Leaves out the scale of an epilogue.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'value = Number(SCALE * f32(value));', ''),
    answer: 'wrong-value',
    takes: ({ epilogue }) => epilogue === 'scale-residual',
  },
  {
    name: 'bent-first',
    summary: 'Applies ReLU before the bias too.',
    of: 'unfused',
    change: edit('epilogue.wgsl', 'value += added[column];', 'value = max(value, Number()) + added[column];'),
    answer: 'wrong-value',
    takes: ({ epilogue }) => epilogue === 'bias-relu',
  },
  {
    name: 'unbent',
    summary: 'Leaves out ReLU.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'value = max(value, Number());', ''),
    answer: 'wrong-value',
    takes: ({ epilogue }) => epilogue.endsWith('relu'),
  },
  {
    name: 'gelu-by-sigmoid',
    summary: 'Takes the sigmoid form of GELU, which is another function.',
    of: 'naive',
    change: edit('naive-general.wgsl', '-1.5957691216057308 * (x + 0.044715 * x * x * x)', '-1.702 * x'),
    answer: 'wrong-value',
    takes: ({ epilogue }) => epilogue === 'bias-gelu',
  },
];
