import { expect, test } from 'vitest';
import { readReferences } from '../scripts/files.ts';
import { references } from './references.ts';

test('has every measured file, as the schema reads it', () => {
  expect(references).toEqual(readReferences());
});
