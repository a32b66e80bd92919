// Ids are built and parsed here and nowhere else: family/variant/case.
import type { Params } from './types.generated.ts';

/** The three parts of an id. */
export interface Id {
  readonly family: string;
  readonly variant: string;
  readonly case: string;
}

/** A parameter as ids name it, in the order of the family. */
export interface NamedParam {
  readonly key: string;
  /** A parameter at this value is left out of the id, so that a new parameter renames nothing. */
  readonly default?: string | number | boolean;
}

/** Builds `family/variant/case`. */
export function formatId(id: Id): string {
  return `${id.family}/${id.variant}/${id.case}`;
}

/** Splits an id; throws with the text when it does not have three parts. */
export function parseId(text: string): Id {
  const [family, variant, caseName, ...rest] = text.split('/');
  if (!family || !variant || !caseName || rest.length > 0) {
    throw new Error(`"${text}" is not an id: write family/variant/case, e.g. reduce/subgroup/n=16777216,f32`);
  }
  return { family, variant, case: caseName };
}

/**
 * Names a case: `key=value` in the declared order, then the dtype bare, as in `n=16777216,op=max,f32`.
 * Throws when a parameter has no value or is not declared.
 */
export function formatCase(specs: readonly NamedParam[], params: Params): string {
  const stray = Object.keys(params).find((key) => key !== 'dtype' && specs.every((spec) => spec.key !== key));
  if (stray !== undefined) throw new Error(`parameter "${stray}" is not declared by the family`);
  let name = '';
  for (const spec of specs) {
    const own = value(params, spec);
    if (own !== spec.default) name += `${spec.key}=${own},`;
  }
  return name + String(value(params, { key: 'dtype' }));
}

function value(params: Params, spec: NamedParam): string | number | boolean {
  const given = params[spec.key] ?? spec.default;
  if (given === undefined)
    throw new Error(`parameter "${spec.key}" has no value in ${JSON.stringify(params)}`);
  return given;
}
