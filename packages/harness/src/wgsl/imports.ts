// What a TypeScript file takes from others while it runs: types are gone by then.

/** One import or re-export by value. */
export interface ValueImport {
  readonly from: string;
  /** The names that are taken, as the other file has them; null for all of it. */
  readonly names: readonly string[] | null;
}

// `import { a, b as c } from 'x'`, `import d from 'x'`, `import * as e from 'x'`, `import 'x'`, and `export … from 'x'`.
const statement =
  /^(?:import|export)\s+(?!type\b)(?:((?:[\w$]+\s*,\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)|[\w$]+)\s+from\s+)?'([^']+)'/gm;

/** The imports and re-exports by value of a text formatted as this project's are. */
export function valueImports(text: string): readonly ValueImport[] {
  return [...text.matchAll(statement)].flatMap(([, clause, from = '']) => {
    const names = namesOf(clause);
    // Nothing but types in its braces.
    return names?.length === 0 ? [] : [{ from, names }];
  });
}

function namesOf(clause: string | undefined): readonly string[] | null {
  const [, inside] = /^\{([^}]*)\}$/.exec(clause ?? '') ?? [];
  if (inside === undefined) return null;
  const entries = inside.split(',').map((entry) => entry.trim());
  return entries
    .filter((entry) => entry !== '' && !entry.startsWith('type '))
    .map((entry) => entry.split(/\s+as\s+/)[0] ?? entry);
}
