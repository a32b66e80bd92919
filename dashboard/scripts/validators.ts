// Compiles the JSON Schemas while the site is built: under the site's policy no text may become code in the page.
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020, _ } from 'ajv/dist/2020.js';
import type { AnySchema, Options } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'vite';

/** Which schemas are compiled, by their names: those that are there at once, and those that come when one of them is first asked for. */
export interface WantedSchemas {
  readonly first: RegExp;
  readonly later?: RegExp;
}

/** The schemas that pages read files by; everything that they refer to comes along. Those of the overview, which opens first, are there at once. */
export const readByPages: WantedSchemas = {
  first: /^(?:site-(?:index|overview|speed)|completion|items|progress|quality)\.schema\.json$/,
  later: /^(?:site-(?!(?:index|overview|speed)\.).+|kernel|tuning)\.schema\.json$/,
};

/** Those by which the worker of a run in the browser checks what it has written, and the tuning table of its machine. */
export const readByWorker: WantedSchemas = { first: /^(?:run|tuning)\.schema\.json$/ };

const moduleName = '/src/validators.ts';
// Beside it, though no such file is there.
const laterName = './validators-later.ts';

/** Puts validators that are compiled already in the place of every module `validators.ts`, which compiles its `options` when asked. */
export function validatorsAheadOfTime(wanted: WantedSchemas): Plugin {
  return {
    name: 'validators-ahead-of-time',
    enforce: 'pre',
    // By their filters the bundler asks for these modules alone, and not for each of thousands.
    resolveId: {
      filter: { id: /^\.\/validators-later\.ts$/ },
      handler: (source, importer = '') =>
        importer.endsWith(moduleName) ? join(dirname(importer), source) : null,
    },
    load: {
      filter: { id: /\/src\/validators(?:-later)?\.ts$/ },
      handler: async (id) => {
        const file = join(dirname(id), basename(moduleName));
        const { options }: { readonly options: Options } = await import(pathToFileURL(file).href);
        return basename(id) === basename(laterName)
          ? laterModule(options, wanted)
          : validatorModule(options, wanted);
      },
    },
  };
}

/**
 * The text of a module with a `validatorOf` over compiled code, for the schemas of `options` that are wanted. Who asks for one that is yet
 * to come gets an error whose `ready` says when to ask again: to check a value takes no time, and cannot wait.
 */
export function validatorModule(options: Options, wanted: WantedSchemas = readByPages): string {
  const later = wanted.later ? namesOf(ajvOf(options), wanted.later) : [];
  const coming = later.length > 0 ? `() => import("${laterName}")` : 'async () => ({ compiled: new Map() })';
  return `${compiledCode(options, wanted.first)}
const later = new Set(${JSON.stringify(later)});
let others;
let ready;
export function prepareValidators() {
  ready ??= (${coming})().then(
    (came) => { others = came.compiled; },
    (error) => { ready = undefined; throw error; },
  );
  return ready;
}
export function validatorOf(schema) {
  const validate = compiled.get(schema) ?? others?.get(schema);
  if (validate) return validate;
  if (!others && later.has(schema)) throw Object.assign(new Error('schema ' + schema + ' is on its way'), { ready: prepareValidators() });
  throw new Error('no schema ' + schema + ': dashboard/scripts/validators.ts compiles those that a page reads');
}
`;
}

function laterModule(options: Options, { later }: WantedSchemas): string {
  return later ? `${compiledCode(options, later)}\nexport { compiled };\n` : '';
}

// What several schemas refer to stands once: written out in each place the code is an eighth longer.
function ajvOf(options: Options): Ajv2020 {
  const formats = _`require("./formats.ts").formats`;
  return new Ajv2020({ ...options, inlineRefs: false, code: { source: true, esm: true, formats } });
}

function namesOf({ schemas }: Ajv2020, read: RegExp): readonly string[] {
  return Object.entries(schemas).flatMap(([id, env]) =>
    read.test(id) ? [id, ...partsOf(env?.schema).map((name) => `${id}#/$defs/${name}`)] : [],
  );
}

function compiledCode(options: Options, read: RegExp): string {
  const ajv = ajvOf(options);
  const names = new Map(namesOf(ajv, read).map((id) => [`schema_${id.replaceAll(/\W/g, '_')}`, id]));
  const code = names.size === 0 ? '' : standaloneCode.default(ajv, Object.fromEntries(names));
  const table = [...names].map(([name, id]) => `  [${JSON.stringify(id)}, ${name}],`);
  return `${imported(code)}
const compiled = new Map([
${table.join('\n')}
]);`;
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
      ? // What Node gives of such a module holds its default, and what the web gives is it: a bundler takes this or that by where a file lies.
        `import given${at} from "${file}.js";\nconst imported${at} = "default" in given${at} ? given${at} : { default: given${at} };`
      : `import * as imported${at} from "${file}";`,
  );
  const text = files.reduce(
    (before, file, at) => before.replaceAll(`require("${file}")`, `imported${at}`),
    code.replace('"use strict";', '').replaceAll(/export const (schema_\w+) =/g, 'const $1 ='),
  );
  return [...lines, text].join('\n');
}
