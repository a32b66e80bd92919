// JSON Schema → TypeScript, for `pnpm --filter @kernel-ladder/curriculum types` and the test that keeps the file fresh.
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import type { JSONSchema } from 'json-schema-to-typescript';

/** The file that the types are written to. */
export const typesFile = fileURLToPath(new URL('types.generated.ts', import.meta.url));

const directory = fileURLToPath(new URL('../schemas/', import.meta.url));
const names = ['items', 'progress', 'test-evidence', 'completion'] as const;

const banner = `// Generated from schemas/*.schema.json by \`pnpm --filter @kernel-ladder/curriculum types\`; do not edit.`;

/** Compiles all schemas as the parts of one document, so that a shared definition becomes one type. */
export async function generateTypes(): Promise<string> {
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `${name}.schema.json` }]));
  const root: JSONSchema = {
    title: 'CurriculumDocuments',
    type: 'object',
    additionalProperties: false,
    required: [...names],
    properties,
  };
  const text = await compile(root, 'CurriculumDocuments', {
    bannerComment: banner,
    cwd: directory,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 1000 },
  });
  return (
    text
      .replaceAll(/^( +)((?:"?[\w-]+"?|\[k: string\])\??:)/gm, '$1readonly $2')
      .replaceAll(/^( +readonly (?:\[k: string\]|[^:\n]+): )([^;\n]+)\[\];$/gm, '$1readonly $2[];')
      // The rules of a rule and those of an item come out as two types of one shape.
      .replaceAll(/^export type Rule\d = .*\n/gm, '')
      .replaceAll(/\bRule\d\b/g, 'Rule')
  );
}
