// A list of mutants that compute the same names places that there are, or is told which are gone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { family } from '../../fixtures/double/family.ts';
import { mutantsOfRung } from '../mutants/rung.ts';
import { fileLoader } from '../process/loader.ts';
import { strayEquivalents } from './equivalents.ts';
import { useTestGpu } from './test-gpu.ts';

const gpu = useTestGpu();
const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-equivalents-'));
afterAll(() => rmSync(folder, { recursive: true }));
const load = fileLoader(new URL('../../fixtures/double/kernels/', import.meta.url));

test('every mutant of every rung may be listed; one of a line that is gone is stray', () => {
  const { facts } = gpu();
  const mutants = family.variants.flatMap((variant) => mutantsOfRung({ family, variant, load }, { facts }));
  const reason = 'It computes the same, says this test.';
  const listed = mutants
    .filter(({ line }) => line > 0)
    .map(({ file, line, before, after }) => ({ file, line, before, after, reason }));
  const gone = { file: 'double.wgsl', before: 'return;', after: '', reason };
  const file = join(folder, 'mutants.json');
  writeFileSync(file, JSON.stringify([...listed, gone]));
  expect(listed.length).toBeGreaterThan(10);
  expect(strayEquivalents(family, { load, facts, file: pathToFileURL(file) })).toEqual([
    'double.wgsl: return; → ',
  ]);
});
