// Kernels that were taken apart: whether what their times suggest is what the perturbations find.
import { boundOf, heldBack, heldBackWords, isBoundOf, timeSharesOf } from '@kernel-ladder/schema';
import type { HeldBack } from '@kernel-ladder/schema';
import type { MachineRows, Row } from '../snapshot.ts';
import type { ApartRule, EvidenceRow } from '../types.generated.ts';
import { lacking, mostRows, origin } from './verdict.ts';
import type { Context, Verdict } from './verdict.ts';

interface Apart {
  readonly row: Row;
  readonly found: HeldBack;
  readonly suggested: ReturnType<typeof boundOf>;
}

/** So many rungs were taken apart, each id in the newest run that did so, and on so many of them both ways to find the bound agree. */
export function evaluateApart({ rungs, agree }: ApartRule, { machine }: Context): Verdict {
  const apart = machine ? takenApart(machine) : [];
  const names = new Set(apart.map(({ row: { result } }) => `${result.family}/${result.variant}`));
  if (names.size < rungs)
    return lacking({ what: `${names.size} of ${rungs} rungs taken apart`, select: '**', by: 'why' });
  const alike = apart.filter(isAlike).length;
  const met = alike >= agree * apart.length;
  const missing = `of ${apart.length} kernels ${alike} are held back by what their times suggest, ${100 * agree} % are asked for`;
  return {
    met,
    evidence: apart.slice(0, mostRows).map(evidenceOf),
    missing: met ? [] : [{ what: missing, select: '**', by: 'why' }],
  };
}

function takenApart({ past }: MachineRows): readonly Apart[] {
  return [...past.values()].flatMap((rows) => {
    const row = rows.find(({ result }) => result.status === 'passed' && result.perturbations);
    const found = row?.result.perturbations && heldBack(row.result.perturbations);
    if (!row || !found) return [];
    const { result, machine } = row;
    return [
      { row, found, suggested: boundOf(timeSharesOf(result, result.dispatch?.passes ?? null, machine)) },
    ];
  });
}

function isAlike({ suggested, found }: Apart): boolean {
  return isBoundOf(suggested, found);
}

function evidenceOf(apart: Apart): EvidenceRow {
  return {
    ...origin(apart.row),
    metric: 'held back by',
    value: heldBackWords(apart.found),
    threshold: `its times suggest ${apart.suggested}`,
    met: isAlike(apart),
  };
}
