import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateTypes, typesFile } from './generate.ts';

test('the committed types follow from the schemas: run `pnpm --filter @kernel-ladder/curriculum types`', async () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(await generateTypes());
});
