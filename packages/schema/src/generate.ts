// JSON Schema → TypeScript, for `pnpm --filter @kernel-ladder/schema types` and the test that keeps the file fresh.
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import type { JSONSchema } from 'json-schema-to-typescript';

export const typesFile = fileURLToPath(new URL('types.generated.ts', import.meta.url));

const directory = fileURLToPath(new URL('../schemas/', import.meta.url));
const names = [
  'result',
  'run',
  'kernel',
  'suite',
  'aa',
  'series',
  'confirmed',
  'columns',
  'site-index',
  'site-family',
  'site-checks',
  'site-judgement',
  'site-runs',
  'site-case',
  'site-speed',
  'site-run',
  'site-run-list',
  'site-noise',
  'acknowledged',
  'site-acknowledged',
  'site-grid',
  'site-overview',
  'site-commits',
  'site-effects',
  'topology',
  'reference',
  'mutants',
  'equivalent-mutants',
  'tuning',
  'training',
] as const;

// Rows that their documents have as columns.
const rows = ['site-commits', 'site-effects'] as const;

const banner = `// Generated from schemas/*.schema.json by \`pnpm --filter @kernel-ladder/schema types\`; do not edit.`;

/** Compiles all schemas as the parts of one document, so that a shared definition becomes one type. */
export async function generateTypes(): Promise<string> {
  const properties = Object.fromEntries([
    ...names.map((name) => [name, { $ref: `${name}.schema.json` }]),
    ...rows.map((name) => [`${name}-row`, { $ref: `${name}.schema.json#/$defs/row` }]),
  ]);
  const root: JSONSchema = {
    title: 'Documents',
    type: 'object',
    additionalProperties: false,
    required: [...names],
    properties,
  };
  const text = await compile(root, 'Documents', {
    bannerComment: banner,
    cwd: directory,
    additionalProperties: false,
    style: { printWidth: 1000 },
  });
  return text
    .replaceAll(/^( +)((?:"?[\w-]+"?|\[k: string\])\??:)/gm, '$1readonly $2')
    .replaceAll(/: ([^;\n]+)\[\];$/gm, ': readonly $1[];');
}
