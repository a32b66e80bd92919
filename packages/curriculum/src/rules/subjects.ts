// What a rule is about: the selectors of its results, the items that it names.
import type { Rule, Selector } from '../types.generated.ts';

/** The rule and all rules inside it. */
export function flatten(rule: Rule): readonly Rule[] {
  return 'rules' in rule ? [rule, ...rule.rules.flatMap(flatten)] : [rule];
}

/** The results that a rule judges, without those that it compares with. */
export function subjectsOf(rule: Rule): readonly Selector[] {
  return flatten(rule).flatMap((one) => ('of' in one ? [one.of] : []));
}

/** The items that a rule builds on. */
export function itemsOf(rule: Rule): readonly string[] {
  return flatten(rule).flatMap((one) => (one.rule === 'items' ? one.ids : []));
}
