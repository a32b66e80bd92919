// Compiles the page's own schema at its first use, in tests; the build puts a validator that it compiled in this module's place.
import type { Options } from 'ajv/dist/2020.js';
import { compilerOf } from '@kernel-ladder/schema/compile';
import qualitySchema from '../schemas/quality.schema.json' with { type: 'json' };

/** The schema by its file's name, and how Ajv compiles it. */
export const options: Options = {
  schemas: [qualitySchema],
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
};

/** The validator of a schema, by its `$id`; throws where there is no such schema. */
export const validatorOf = compilerOf(options);
