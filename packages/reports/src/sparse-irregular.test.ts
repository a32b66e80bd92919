// Kernels over the skew of rows, from made-up runs.
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { sparseIrregular, sparseIrregularFigure } from './sparse-irregular.ts';

type Times = { readonly [kernel: string]: readonly number[] };

// Of skews 0, 50 and 100.
function inputOf(times: Times) {
  const results = Object.entries(times).flatMap(([kernel, own]) =>
    own.map((us, place) => passed({ id: `sparse/${kernel}/rows=64,nnz=512,skew=${50 * place},f32`, us })),
  );
  const banded = passed({ id: 'sparse/csr-lanes/rows=64,nnz=512,pattern=banded,f32', us: 10 });
  return { families: [], runs: [runOf('1', [...results, banded])] };
}

const crossing = inputOf({
  'csr-scalar': [100, 200, 400],
  'csr-subgroup': [150, 150, 200],
  'csr-lanes': [50, 80, 300],
  'csr-balanced': [60, 60, 60],
  ell: [40],
});

test('each kernel has its bandwidth and its share of the copy at each skew', () => {
  const { text, missing } = sparseIrregular(crossing);
  expect(text).toContain('| skew | kernel | time, µs | bandwidth, GB/s | share of copy, % |');
  expect(text).toMatch(/\| 0\.5 \| csr-balanced \| 60 \| [\d.]+ \| [\d.]+ \|/);
  expect(text).toMatch(/\| banded \| csr-lanes \| 10 \|/);
  expect(missing).toEqual(['`sparse/*/rows=*,nnz=*,skew=*,f32`: 13 of 15 points']);
});

test('names the skews between which kernels change places', () => {
  const { text } = sparseIrregular(crossing);
  expect(text).toContain('`csr-scalar` and `csr-subgroup` have their crossover between 0 and 0.5.');
  expect(text).toContain(
    '`csr-scalar` and `csr-balanced` have no crossover: `csr-balanced` is the faster one at every skew.',
  );
  expect(text).toContain('`csr-lanes` and `csr-balanced` have their crossover between 0 and 0.5.');
});

test('says where kernels do not change places, and where that is not known', () => {
  const { text } = sparseIrregular(
    inputOf({ 'csr-lanes': [10, 20, 30], 'csr-balanced': [40, 40, 40], 'csr-scalar': [5] }),
  );
  expect(text).toContain('no crossover: `csr-lanes` is the faster one at the largest skew');
  expect(text).toContain('Of the crossover of `csr-scalar` and `csr-balanced` too few times are known.');
});

test('the plot has a point for each skew and kernel', () => {
  expect(sparseIrregularFigure(crossing).rows).toBe(13);
});
