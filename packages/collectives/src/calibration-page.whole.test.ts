// The page of what was fitted to which half of the rows: every fit is made again.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calibrationFile, readReferences, readTopology } from '../scripts/files.ts';
import { calibrationTable } from './calibration-table.ts';
import { compare, fit } from './calibrate.ts';
import { crossFits } from './cross-fit.ts';
import { fittedValues } from './fitted.ts';
import { networkOf } from './network.ts';

test('docs/calibration.md is fresh: run `fit --write` when not', () => {
  const references = readReferences();
  const network = networkOf(readTopology('h200-nvswitch-8'));
  const values = fittedValues(fit(network, references));
  const comparisons = references.map((reference) => compare(network, reference));
  expect(readFileSync(calibrationFile, 'utf8')).toBe(
    calibrationTable(values, comparisons, crossFits(network, references)),
  );
});
