// The border: documents enter through a parse function that returns a type or throws with the place of the fault.
import { InvalidDocument } from '@kernel-ladder/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import completionSchema from '../schemas/completion.schema.json' with { type: 'json' };
import itemsSchema from '../schemas/items.schema.json' with { type: 'json' };
import progressSchema from '../schemas/progress.schema.json' with { type: 'json' };
import ruleSchema from '../schemas/rule.schema.json' with { type: 'json' };
import testEvidenceSchema from '../schemas/test-evidence.schema.json' with { type: 'json' };
import { quantityTable } from './quantities.ts';
import type { Completion, ItemsFile, Progress, TestEvidence } from './types.generated.ts';

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

// The table of metrics has most of these names: a rule may ask for a new metric without an edit here.
const quantityName = { enum: Object.keys(quantityTable) };
const wholeRuleSchema = { ...ruleSchema, $defs: { ...ruleSchema.$defs, quantityName } };

const ajv = new Ajv2020({
  schemas: [wholeRuleSchema, itemsSchema, progressSchema, testEvidenceSchema, completionSchema],
  // Their own shape is held by a test: to check it here would compile the meta-schema at the start of every process.
  validateSchema: false,
  discriminator: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
  formats: {
    date: isDay,
    'date-time': (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
  },
});

/** Checks a file of items, the project's or a user's; throws InvalidDocument with `file: /pointer: what`. */
export const parseItems = parser<ItemsFile>('items.schema.json');
/** Checks a learner's progress.json. */
export const parseProgress = parser<Progress>('progress.schema.json');
/** Checks what a test run wrote for its commit. */
export const parseTestEvidence = parser<TestEvidence>('test-evidence.schema.json');
/** Checks a published completion. */
export const parseCompletion = parser<Completion>('completion.schema.json');

function parser<T>(schema: string): (file: string, value: unknown) => T {
  let validate: ValidateFunction<T> | undefined;
  return (file, value) => {
    validate ??= ajv.getSchema<T>(schema);
    if (!validate) throw new Error(`no schema ${schema}`);
    if (validate(value)) return value;
    throw new InvalidDocument(`${file}: ${explain(validate.errors ?? [])}`);
  };
}

function explain(errors: readonly ErrorObject[]): string {
  // An "if" or "anyOf" error only repeats that one of the branch's own errors holds.
  const error = errors.find(({ keyword }) => keyword !== 'if' && keyword !== 'anyOf') ?? errors[0];
  if (!error) return 'does not follow its schema';
  return `${error.instancePath || '/'}: ${describe(error)}`;
}

function describe(error: ErrorObject): string {
  switch (error.keyword) {
    case 'additionalProperties':
      return `unknown field "${error.params['additionalProperty']}"`;
    case 'enum':
      return `must be one of ${error.params['allowedValues'].join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(error.params['allowedValue'])}`;
    case 'discriminator':
      return `there is no rule "${error.params['tagValue']}"`;
    case 'false schema':
      return 'is not allowed with this kind';
    default:
      return error.message ?? error.keyword;
  }
}
