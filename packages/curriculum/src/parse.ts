// The border: documents enter through a parse function that returns a type or throws with the place of the fault.
import { InvalidDocument } from '@kernel-ladder/schema';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Completion, ItemsFile, Progress, TestEvidence } from './types.generated.ts';
import { validatorOf } from './validators.ts';

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
    validate ??= validatorOf<T>(schema);
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
