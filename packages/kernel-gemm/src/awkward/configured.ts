// Awkward products under every configuration of the generator.
import { pairwise } from '@kernel-ladder/harness';
import { allEpilogues, gemmCase, turned } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { configurationNames } from '../configurations.ts';

// Around the tiles of threads, subgroups and workgroups: every two values of different axes meet.
const met = pairwise<GemmCase>(
  {
    m: [1, 31, 65, 129],
    n: [2, 16, 33, 127],
    k: [1, 9, 17, 40],
    fill: ['uniform', 'integers'],
    batch: [1, 2],
    layout: ['nn', ...turned],
    epilogue: allEpilogues,
    config: configurationNames,
    dtype: ['f32'],
  },
  1,
);

/** Each configuration on tiles that overhang and that fit, over several steps along K, in every layout and with every epilogue. */
export const configured: readonly GemmCase[] = [
  ...met,
  ...configurationNames.flatMap((config) => [
    gemmCase([257, 132, 36], { config }),
    gemmCase([256, 128, 32], { config, epilogue: 'bias-relu' }),
    gemmCase([100, 67, 33], { config, layout: 'tt', fill: 'integers' }),
  ]),
];
