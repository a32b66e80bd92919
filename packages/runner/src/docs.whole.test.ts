// What the documents show: every example runs as it stands there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { examplesIn, runExamples, settings } from '../fixtures/examples.ts';
import { pagesIn } from '../fixtures/readmes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

// A process each, side by side: most of their time is the driver's.
test('every example runs', async () => {
  const shown = pagesIn(root).filter(
    (path) => examplesIn(readFileSync(join(root, path), 'utf8')).length > 0 && !path.startsWith('docs/api/'),
  );
  expect(settings.map(({ document }) => document).toSorted()).toEqual(shown.toSorted());
  await Promise.all(settings.map((setting) => runExamples(root, setting)));
  const broken = {
    document: 'packages/layout/README.md',
    modules: ['@kernel-ladder/layout'],
    before: 'throw new Error("so")',
  };
  await expect(runExamples(root, broken)).rejects.toThrow('so');
});
