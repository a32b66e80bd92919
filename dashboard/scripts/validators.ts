// Compiles the JSON Schemas while the site is built: under the site's policy no text may become code in the page.
import { pathToFileURL } from 'node:url';
import { Ajv2020, _ } from 'ajv/dist/2020.js';
import type { AnySchema, Options } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'vite';

/** The schemas that a page reads files by; everything that they refer to comes along. */
export const readByPages = /^(?:site-.+|kernel|tuning|completion|items|progress|quality)\.schema\.json$/;

/** Those by which the worker of a run in the browser checks what it has written, and the tuning table of its machine. */
export const readByWorker = /^(?:run|tuning)\.schema\.json$/;

/**
 * Puts validators that are compiled already in the place of every module `validators.ts`, which compiles its `options` when asked;
 * `read` matches the names of schemas that are wanted.
 */
export function validatorsAheadOfTime(read: RegExp): Plugin {
  return {
    name: 'validators-ahead-of-time',
    enforce: 'pre',
    load: async (id) => {
      if (!id.endsWith('/src/validators.ts')) return null;
      const { options }: { readonly options: Options } = await import(pathToFileURL(id).href);
      return validatorModule(options, read);
    },
  };
}

/** The text of a module with a `validatorOf` over compiled code, for the schemas of `options` that are read. */
export function validatorModule(options: Options, read: RegExp = readByPages): string {
  const formats = _`require("./formats.ts").formats`;
  const ajv = new Ajv2020({ ...options, code: { source: true, esm: true, formats } });
  const ids = Object.entries(ajv.schemas).flatMap(([id, env]) =>
    read.test(id) ? [id, ...partsOf(env?.schema).map((name) => `${id}#/$defs/${name}`)] : [],
  );
  const names = new Map(ids.map((id) => [`schema_${id.replaceAll(/\W/g, '_')}`, id]));
  const code = standaloneCode.default(ajv, Object.fromEntries(names));
  const table = [...names].map(([name, id]) => `  [${JSON.stringify(id)}, ${name}],`);
  return `${imported(code)}
const compiled = new Map([
${table.join('\n')}
]);
export function validatorOf(schema) {
  const validate = compiled.get(schema);
  if (!validate) throw new Error('no schema ' + schema + ': dashboard/scripts/validators.ts compiles those that a page reads');
  return validate;
}
`;
}

// A part that has a name of its own can be asked for by it.
function partsOf(schema: AnySchema | undefined): readonly string[] {
  return typeof schema === 'object' && schema['$defs'] ? Object.keys(schema['$defs']) : [];
}

// Ajv writes modules that still ask for their parts by `require`, which no browser has.
function imported(code: string): string {
  const files = [...new Set([...code.matchAll(/require\("([^"]+)"\)/g)].map(([, file = '']) => file))];
  const lines = files.map((file, at) =>
    file.startsWith('ajv/')
      ? `import imported${at} from "${file}.js";`
      : `import * as imported${at} from "${file}";`,
  );
  const text = files.reduce(
    (before, file, at) => before.replaceAll(`require("${file}")`, `imported${at}`),
    code.replace('"use strict";', '').replaceAll(/export const (schema_\w+) =/g, 'const $1 ='),
  );
  return [...lines, text].join('\n');
}
