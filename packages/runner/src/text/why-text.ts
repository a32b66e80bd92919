// What holds kernels back, as a table: a row a kernel, a column a perturbation.
import { heldBack, heldBackWords, perturbationWords } from '@kernel-ladder/schema';
import type { PerturbationKind, Result } from '@kernel-ladder/schema';
import { formatNs, table } from './format.ts';

const kinds = Object.keys(perturbationWords).filter(
  (kind): kind is PerturbationKind => kind in perturbationWords,
);

/** The table of all results that were taken apart; empty where none was. */
export function whyTable(results: readonly Result[]): string {
  const taken = results.flatMap(({ id, perturbations }) => (perturbations ? [{ id, ...perturbations }] : []));
  if (taken.length === 0) return '';
  const shown = kinds.filter((kind) => taken.some(({ timed }) => timed.some((each) => each.kind === kind)));
  const rows = taken.map(({ id, ownNs, timed, refused }) => {
    const bound = heldBack({ timed });
    const cells = shown.map((kind) => timed.find((each) => each.kind === kind)?.ratio.toFixed(2) ?? '');
    return { cells: [id, bound ? heldBackWords(bound) : 'unknown', formatNs(ownNs), ...cells], id, refused };
  });
  const titles = ['kernel', 'held back by', 'own', ...shown.map((kind) => perturbationWords[kind])];
  const notes = rows.flatMap(({ id, refused }) =>
    refused.map(({ kind, why }) => `  ${id} ${perturbationWords[kind]}: ${why}\n`),
  );
  const left = notes.length > 0 ? `not tried:\n${notes.join('')}` : '';
  return `\nWhat holds kernels back (times over the kernel’s own, of kernels that are wrong on purpose)\n${table(
    titles,
    rows.map(({ cells }) => cells),
  )}${left}`;
}
