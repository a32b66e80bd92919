// The columns of a comparison.
import { formatEffects, formatNumber } from '../format.ts';
import { comparedStates } from '../model/compared.ts';
import type { ComparedRow } from '../model/compared.ts';
import { effectColumn, idColumn, numberColumn, textColumn, timeColumn } from '../ui/columns.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';

/** The columns; `rows` are all rows, whose ids lead to a trend each. */
export function comparedColumns(
  machine: string,
  rows: readonly ComparedRow[],
): readonly Column<ComparedRow>[] {
  const ids = rows.map(({ id }) => id);
  return [
    idColumn<ComparedRow>({ machine, ids, of: ({ id }) => id }),
    textColumn<ComparedRow>('verdict', 'Verdict', ({ state }) => comparedStates.indexOf(state), verdictCell),
    effectColumn<ComparedRow>(({ effect }) => effect, 'Effect'),
    textColumn<ComparedRow>(
      'interval',
      '95 % interval',
      ({ interval }) => interval?.[0] ?? null,
      ({ interval }) => (interval === null ? '—' : formatEffects(...interval)),
    ),
    numberColumn<ComparedRow>(
      'strength',
      'Effect over least',
      ({ strength }) => strength,
      (value) => formatNumber(value, 2),
    ),
    timeColumn<ComparedRow>('base', 'Base', ({ baseNs }) => baseNs),
    timeColumn<ComparedRow>('head', 'Head', ({ headNs }) => headNs),
    textColumn<ComparedRow>(
      'kernel',
      'Kernel',
      ({ sameKernel }) => (sameKernel === null ? null : Number(sameKernel)),
      ({ sameKernel }) => (sameKernel === null ? '—' : sameKernel ? 'unchanged' : 'changed'),
    ),
    textColumn<ComparedRow>(
      'reason',
      'Why',
      ({ reasons }) => reasons.join(', '),
      ({ reasons }) => <span class="why">{reasons.map(spaced).join(', ')}</span>,
    ),
  ];
}

// Reasons of verdicts are words with dashes between them; messages have spaces of their own.
function spaced(reason: string): string {
  return reason.includes(' ') ? reason : reason.replaceAll('-', ' ');
}

function verdictCell({ state }: ComparedRow) {
  if (state === 'REGRESSED' || state === 'IMPROVED') {
    const name = state === 'REGRESSED' ? 'regressed' : 'improved';
    return (
      <span class={`direction ${name}`}>
        <Icon name={name} />
        {state}
      </span>
    );
  }
  return <span class={`verdict ${state.replaceAll(' ', '-')}`}>{state}</span>;
}
