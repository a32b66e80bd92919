// JSON Schemas become code, each at its first use.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Options, ValidateFunction } from 'ajv/dist/2020.js';

/** Finds the validator of a schema by its `$id`. */
export type ValidatorOf = <T>(schema: string) => ValidateFunction<T>;

/** Makes the function that finds, and at first use compiles, a validator; it throws where there is no such schema. */
export function compilerOf(options: Options): ValidatorOf {
  const ajv = new Ajv2020(options);
  return <T>(schema: string) => {
    const validate = ajv.getSchema<T>(schema);
    if (!validate) throw new Error(`no schema ${schema}`);
    return validate;
  };
}
