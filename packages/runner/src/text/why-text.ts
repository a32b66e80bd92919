// What holds kernels back, as a table: a row a kernel, a column a perturbation.
import { heldBack, heldBackWords, perturbationWords } from '@kernel-ladder/schema';
import type { PerturbationKind, Perturbations, Result } from '@kernel-ladder/schema';
import { formatNs, table } from './format.ts';

const kinds = Object.keys(perturbationWords).filter(
  (kind): kind is PerturbationKind => kind in perturbationWords,
);

/** The table of all results that were taken apart; empty where none was. */
export function whyTable(results: readonly Result[]): string {
  const taken = results.flatMap(({ id, perturbations }) => (perturbations ? [{ id, ...perturbations }] : []));
  if (taken.length === 0) return '';
  const shown = kinds.filter((kind) => taken.some(({ timed }) => timed.some((each) => each.kind === kind)));
  const rows = taken.map(({ id, ownNs, timed }) => {
    const bound = heldBack({ timed });
    const cells = shown.map((kind) => timed.find((each) => each.kind === kind)?.ratio.toFixed(2) ?? '');
    return [id, bound ? heldBackWords(bound) : 'unknown', formatNs(ownNs), ...cells];
  });
  const titles = ['kernel', 'held back by', 'own', ...shown.map((kind) => perturbationWords[kind])];
  return `\nWhat holds kernels back (times over the kernel’s own, of kernels that are wrong on purpose)\n${table(titles, rows)}${refusedText(taken)}`;
}

type Taken = Pick<Perturbations, 'refused'> & { readonly id: string };

// One line for all kernels of which nothing could be taken for the same reason.
function refusedText(taken: readonly Taken[]): string {
  const all = taken.flatMap(({ id, refused }) =>
    refused.map(({ kind, why }) => ({ id, said: `${perturbationWords[kind]}: ${why}` })),
  );
  const lines = [...Map.groupBy(all, ({ said }) => said)].map(([said, those]) => {
    const [first, ...others] = those;
    return `  ${said} (${first?.id ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''})\n`;
  });
  return lines.length > 0 ? `not tried:\n${lines.join('')}` : '';
}
