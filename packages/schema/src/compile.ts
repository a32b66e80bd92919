// JSON Schemas become code, each at its first use.
import type { Options, ValidateFunction } from 'ajv/dist/2020.js';

/** Finds the validator of a schema by its `$id`. */
export type ValidatorOf = <T>(schema: string) => ValidateFunction<T>;

/** Makes the function that finds, and at first use compiles, a validator; it throws where there is no such schema. */
export function compilerOf(options: Options): ValidatorOf {
  let ajv: ReturnType<typeof startAjv> | undefined;
  return <T>(schema: string) => {
    ajv ??= startAjv(options);
    const validate = ajv.getSchema<T>(schema);
    if (!validate) throw new Error(`no schema ${schema}`);
    return validate;
  };
}

// Most threads check no document, and to load the compiler would be a quarter of their start: there are hundreds. An import that waits
// until then would have all checks wait. A page has validators that were compiled before, and never comes here.
function startAjv(options: Options) {
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  return new Ajv2020(options);
}
