// The test that every package with JSON Schemas owes: nothing checks them when a process starts.
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

/** Declares the tests that each file of a folder is a JSON Schema, and that one which is none is told. */
export function testSchemas(folder: URL): void {
  const ajv = new Ajv2020();

  test.for(readdirSync(folder))('%s is a JSON Schema', (file) => {
    ajv.validateSchema(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
    expect(ajv.errors).toBeNull();
  });

  test('what is none is told', () => {
    ajv.validateSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'strnig' });
    expect(ajv.errors).not.toBeNull();
  });
}
