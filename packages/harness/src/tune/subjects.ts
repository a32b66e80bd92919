// What is tuned: rungs by cases, one case for each class.
import type { SizeClass, VariantKind } from '@kernel-ladder/schema';
import { findCase, listedCases } from '../contract/cases.ts';
import type { NamedCase } from '../contract/cases.ts';
import type { CaseParams, Family, Tuning, Variant } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import { keyOf } from '../contract/tuning.ts';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { tunableRungs } from './table.ts';

/** A rung on the case that stands for its class. */
export interface TuneSubject<Case extends CaseParams> {
  /** As tables and journals name it: `rung class`. */
  readonly key: string;
  readonly variant: Variant<Case>;
  readonly tuning: Tuning<Case>;
  readonly name: string;
  readonly class: string;
  readonly params: Case;
}

/** Which rung and which cases; globs over the names of cases. */
export interface SubjectRequest {
  readonly rung?: string | undefined;
  readonly cases: readonly string[];
}

/** Subjects, and a sentence for what was asked for and is none. */
export interface Subjects<Case extends CaseParams> {
  readonly subjects: readonly TuneSubject<Case>[];
  readonly notes: readonly string[];
}

/**
 * The subjects of a request: of the cases of a class the first stands for all. Cases held out from tuning are left out, for on them the automatic
 * choice is judged. Throws on a rung that cannot be tuned, on a case that there is not, and on a glob that no case matches.
 */
export function tuneSubjects<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  facts: DeviceFacts,
  { rung, cases }: SubjectRequest,
): Subjects<Case> {
  const rungs = tunableRungs(family).filter(({ name }) => rung === undefined || name === rung);
  if (rungs.length === 0) throw new Error(noRung(family, rung));
  const named = namedCases(family, facts, cases);
  const notes: string[] = [];
  const subjects = new Map<string, TuneSubject<Case>>();
  for (const variant of rungs)
    for (const { name, params, sizes } of named) {
      const why = refusalOf(variant, params, { facts, sizes });
      if (why === null) {
        const subject = subjectOf(variant, { name, params }, facts);
        if (!subjects.has(subject.key)) subjects.set(subject.key, subject);
      } else if (cases.length > 0) notes.push(`${family.name}/${variant.name}/${name} ${why}`);
    }
  return { subjects: [...subjects.values()], notes };
}

type Tunable<Case extends CaseParams> = ReturnType<typeof tunableRungs<Case>>[number];

function refusalOf<Case extends CaseParams>(
  variant: Tunable<Case>,
  params: Case,
  { facts, sizes }: { readonly facts: DeviceFacts; readonly sizes: readonly SizeClass[] },
): string | null {
  const plan = planFor(variant, params, facts);
  if ('skip' in plan) return `is left out: ${plan.skip.message}`;
  if (plan.passes.length === 0) return 'is left out: nothing is launched';
  const space = variant.tuning.space(params, facts);
  if ('skip' in space) return `is left out: ${space.skip.message}`;
  return sizes.includes('held-out') ? 'is held out from tuning: the automatic choice is judged there' : null;
}

function subjectOf<Case extends CaseParams>(
  variant: Tunable<Case>,
  { name, params }: { readonly name: string; readonly params: Case },
  facts: DeviceFacts,
): TuneSubject<Case> {
  const { tuning } = variant;
  const shapeClass = tuning.classOf(params, facts);
  return { key: keyOf(variant.name, shapeClass), variant, tuning, name, class: shapeClass, params };
}

function noRung<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  rung: string | undefined,
): string {
  const known = tunableRungs(family).map(({ name }) => name);
  const has = known.length > 0 ? `it has ${known.join(', ')}` : 'none of its rungs can';
  return `${family.name} has no rung${rung === undefined ? '' : ` ${rung}`} that can be tuned: ${has}`;
}

function namedCases<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  { software }: DeviceFacts,
  globs: readonly string[],
): readonly NamedCase<Case>[] {
  const listed = listedCases(family);
  const sizes = software ? (['tiny', 'small'] as const) : (['headline'] as const);
  if (globs.length === 0) return listed.filter((each) => sizes.some((size) => each.sizes.includes(size)));
  return globs.flatMap((glob) => {
    if (!glob.includes('*')) return [findCase(family, glob)];
    const found = listed.filter(({ name }) => matches(glob, name));
    if (found.length === 0)
      throw new Error(`no case of ${family.name} is "${glob}": \`bench list '${family.name}/*'\` names them`);
    return found;
  });
}

// Whether the parts of a glob between its stars follow one another in a text, the first and the last at its ends.
function matches(glob: string, text: string): boolean {
  const parts = glob.split('*');
  const [head = '', tail = ''] = [parts[0], parts.at(-1)];
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
  let at = head.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - tail.length;
}
