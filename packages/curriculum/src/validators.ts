// Compiles a schema at its first use. As in packages/schema, a page's build puts validators that it compiled in this module's place.
import type { Options } from 'ajv/dist/2020.js';
import { compilerOf } from '@kernel-ladder/schema/compile';
import completionSchema from '../schemas/completion.schema.json' with { type: 'json' };
import itemsSchema from '../schemas/items.schema.json' with { type: 'json' };
import progressSchema from '../schemas/progress.schema.json' with { type: 'json' };
import ruleSchema from '../schemas/rule.schema.json' with { type: 'json' };
import testEvidenceSchema from '../schemas/test-evidence.schema.json' with { type: 'json' };
import { formats } from './formats.ts';
import { quantityTable } from './quantities.ts';

// The table of metrics has most of these names: a rule may ask for a new metric without an edit here.
const quantityName = { enum: Object.keys(quantityTable) };
const wholeRuleSchema = { ...ruleSchema, $defs: { ...ruleSchema.$defs, quantityName } };

/** Every schema of this package by its file's name, and how Ajv compiles them. */
export const options: Options = {
  schemas: [wholeRuleSchema, itemsSchema, progressSchema, testEvidenceSchema, completionSchema],
  // Their own shape is held by a test: to check it here would compile the meta-schema at the start of every process.
  validateSchema: false,
  discriminator: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
  formats,
};

/** The validator of a schema, by its `$id`; throws where there is no such schema. */
export const validatorOf = compilerOf(options);
