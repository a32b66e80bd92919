import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  contentionFile,
  overlapFile,
  readReferences,
  readTopology,
  readTopologyFile,
  topologyFiles,
} from '../scripts/files.ts';
import { compare, fit, heldOutErrors } from './calibrate.ts';
import { contentionTable } from './contention-table.ts';
import { fittedValues, withFitted } from './fitted.ts';
import { networkOf } from './network.ts';
import { overlapTable } from './overlap-table.ts';

const references = readReferences();
const topology = readTopology('h200-nvswitch-8');
const values = fittedValues(fit(networkOf(topology), references));
const networkNamed = (name: string) => networkOf(readTopology(name));

describe('run `fit --write` when this fails', () => {
  test.for(topologyFiles())('%s has the fitted values and no other', (file) => {
    expect(withFitted(readTopologyFile(file), values)).toEqual(readTopologyFile(file));
  });

  test('every fitted value has its place in the topology', () => {
    const doubled = withFitted(
      topology,
      values.map(({ name, value }) => ({ name, value: 2 * value })),
    );
    expect(fittedValues(networkOf(doubled))).toEqual(
      values.map(({ name, value }) => ({ name, value: 2 * value })),
    );
  });
});

test.for(references)('the README has the errors of $algorithm on $ranks GPUs', (reference) => {
  const { small, large } = heldOutErrors(compare(networkOf(topology), reference));
  const name = reference.algorithm === 'default' ? 'NCCL’s own choice' : reference.algorithm;
  const cells = [name, reference.ranks, ...[small, large].map((error) => `${(100 * error).toFixed(1)} %`)];
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ');
  expect(readme.replaceAll("'", '’')).toContain(`| ${cells.join(' | ')} |`);
});

test('docs/overlap.md and docs/contention.md are fresh: run `overlap --write` and `simulate --write` when not', () => {
  expect(readFileSync(overlapFile, 'utf8')).toBe(overlapTable(networkNamed));
  expect(readFileSync(contentionFile, 'utf8')).toBe(contentionTable(networkNamed));
});

test.for(references)('predicts the held-out sizes of $algorithm on $ranks GPUs', (reference) => {
  const errors = heldOutErrors(compare(networkOf(topology), reference));
  expect(errors.large).toBeLessThan(0.15);
  expect(errors.small).toBeLessThan(0.3);
});

test('finds the parameters that rows were made with', () => {
  const truth = networkOf(topology);
  const made = references.map((reference) => ({
    ...reference,
    rows: compare(truth, reference).rows.map(({ measured, predicted }) => ({
      bytes: measured.bytes,
      timeUs: predicted.timeUs,
    })),
  }));
  for (const [index, { value }] of fittedValues(fit(truth, made)).entries())
    expect(value / values[index]!.value).toBeCloseTo(1, 2);
});
