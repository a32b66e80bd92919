// Fields of GitHub's answers and events, which have no schema here: read one by one, and named where they are not as documented.

/** The value under a path such as `pull_request.head.sha`; undefined where there is none. */
export function fieldOf(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    // A border: whatever the field holds is unknown again.
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

/** A text under a path. Throws where it is none, or not of the form. */
export function textIn(value: unknown, path: string, form = /^[^]*$/): string {
  const text = fieldOf(value, path);
  if (typeof text === 'string' && form.test(text)) return text;
  throw new Error(`GitHub says ${JSON.stringify(text)?.slice(0, 100)} for ${path}`);
}

/** A whole number under a path. Throws where it is none. */
export function numberIn(value: unknown, path: string): number {
  const number = fieldOf(value, path);
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`GitHub says ${JSON.stringify(number)?.slice(0, 100)} for ${path}`);
}

/** A list under a path; empty where there is none. */
export function listIn(value: unknown, path: string): readonly unknown[] {
  const list = fieldOf(value, path);
  return Array.isArray(list) ? list : [];
}

/** The whole name of a commit. */
export const shaForm = /^[0-9a-f]{40}$/;
