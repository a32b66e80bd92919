// Mistakes in the pipelined kernels and those of few rows, put into their texts: the emulator sees each.
import { describe, expect, test } from 'vitest';
import { byte, fewRows, half, piped, run, small, splitK, staged } from '../../fixtures/pipelined.ts';
import type { Subject } from '../../fixtures/pipelined.ts';
import { gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';

describe('the emulator sees', () => {
  const params = half([128, 256, 128]);

  const mistakes: readonly (readonly [string, Subject, GemmCase, RegExp | string, string])[] = [
    ['a missing barrier', piped('wide'), params, /(stored slab 1 and .*\n\s*)workgroupBarrier\(\);/, '$1'],
    [
      'a slab stored where it is read',
      piped('square', { reach: 1 }),
      params,
      /slices\[to_b \+ \d+u\] = held_b0/,
      'slices[to_b] = held_b0',
    ],
    [
      'a line taken up at the wrong place',
      piped('wide'),
      params,
      '(slab_a * 3u + 1u) % 4u',
      '(slab_a * 3u + 2u) % 4u',
    ],
    ['a line left at the wrong place', piped('wide'), params, '(slab_a + 3u) % 4u', '(slab_a + 2u) % 4u'],
    ['a slab loaded twice', piped('square'), params, 'min(slab + 3u', 'min(slab + 2u'],
    ['fragments of another stage', piped('wide'), params, 'at_b + 912u', 'at_b'],
    [
      'the last products left out',
      piped('wide'),
      half([128, 256, 64]),
      /c33 = (?!.*c33 = )[^;]*;(?=\s*let at_c)/s,
      '',
    ],
    [
      'bytes turned the wrong way',
      piped('square'),
      byte([128, 128, 128]),
      '(odd.x >> 16u)',
      '(even.x >> 16u)',
    ],
    ['bytes rotated the other way', piped('square'), byte([128, 128, 128]), 'ahead_b + 1u', 'ahead_b + 3u'],
    [
      'a slab of another round',
      piped('square', { reach: 1, flight: 2 }),
      half([128, 128, 128]),
      /= held_a2;/,
      '= held_a0;',
    ],
    [
      'fragments of A of the slab at hand',
      piped('tiny', { stages: 1, reach: 1, straight: true }),
      half([64, 64, 128]),
      'min(slab + 1u, LAST_SLAB)',
      'slab',
    ],
    [
      'fragments of A of the next slab beside what a slab found undone',
      piped('tiny', { reach: 1, straight: true, ahead: false, streams: 1 }),
      half([64, 64, 128]),
      /let this_a = first_a \+ \(slab\)/,
      'let this_a = first_a + (slab + 1u)',
    ],
    [
      'a stream that is not emptied',
      piped('tiny', { reach: 1, straight: true, ahead: false, streams: 3 }),
      half([64, 64, 128]),
      /c11 = (?!.*c11 = )[^;]*;/s,
      '',
    ],
    [
      'sums of a ragged row left at a place of another lane',
      piped('small'),
      half([64, 127, 64]),
      '[thread % 4u]',
      '[(thread + 1u) % 4u]',
    ],
    [
      'a missing barrier behind stores around products',
      piped('square', { staging: 'around' }),
      params,
      /(stored slab 1 and .*\n\s*)workgroupBarrier\(\);/,
      '$1',
    ],
    [
      'the same part of K for all',
      splitK,
      half([64, 64, 1024]),
      /let first_a = group\.z \* \d+u/,
      'let first_a = group.z * 0u',
    ],
    [
      'a missing barrier between stages',
      staged(small),
      gemmCase([64, 64, 32]),
      /(Slice 1 of the pair .*\n\s*)workgroupBarrier\(\);/,
      '$1',
    ],
    [
      'what the last slice left, forgotten',
      staged({ ...small, ahead: true }),
      gemmCase([64, 64, 64]),
      'c7_0 = fma(last_a1.w, last_b0.x, c7_0);',
      '',
    ],
    [
      'a half of the walkers forgotten',
      fewRows({ threads: 128 }),
      gemmCase([4, 32, 256]),
      /sums\[thread\] \+= sums\[thread \+ 8u\];/,
      '',
    ],
  ];

  test.for(mistakes)('%s', ([, subject, product, find, by]) => {
    let isFound = false;
    const found = run(subject, product, (text) => {
      const edited = text.replace(find, by);
      isFound ||= edited !== text;
      return edited;
    });
    expect(isFound).toBe(true);
    expect(found.passed && found.hazards.length === 0).toBe(false);
  });
});
