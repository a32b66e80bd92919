// The checks' section: what every variant of the family was proven on before anything was timed.
import type { VariantChecks } from '@kernel-ladder/schema';
import type { ComponentChildren, VNode } from 'preact';
import { formatNumber } from '../format.ts';
import { checksFor, summariseChecks } from '../model/checks.ts';
import type { CheckSummary } from '../model/checks.ts';
import { seriesAt, variantsOf } from '../model/rung.ts';
import { seriesStyle } from '../theme.ts';
import { RunLink } from '../ui/links.tsx';
import { Swatch } from '../ui/marks.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import { Hint, Section } from '../ui/section.tsx';
import type { Shown } from './shown.ts';

/** Draws the section; nothing where the site has no checks. */
export function ChecksSection({ shown }: { readonly shown: Shown }): VNode | null {
  const { family, checks, selection, theme } = shown;
  if (checks === null || checks.variants.length === 0) return null;
  const places = seriesAt(family, selection.case).map(({ variant }) => variant);
  const rows = variantsOf(family).flatMap((variant) => {
    const own = checksFor(checks, variant);
    const place = places.indexOf(variant);
    // A look belongs to a case: a variant that does not have it has none.
    const mark = place < 0 ? null : <Swatch style={seriesStyle(theme, place)} />;
    return own ? [rowOf(family.machineKey, own, mark)] : [];
  });
  return (
    <Section id="checks" title={`Checks of ${family.family}`}>
      <Hint>{intro}</Hint>
      <PlainTable
        id="checks-table"
        class="wrapped"
        label="Checks of each variant"
        columns={['Variant', 'Edge cases', 'Breaks as expected', 'Observed', 'Error', 'At']}
        rows={rows}
      />
    </Section>
  );
}

const intro =
  'A number is shown only where the kernel agreed with its oracle before and after timing. Edge cases are checked once a run; Error is the largest error of the timed cases over its tolerance.';

function rowOf(machine: string, checks: VariantChecks, mark: VNode | null): readonly ComponentChildren[] {
  const summary = summariseChecks(checks);
  const { worstErrorOverTolerance: worst, run } = checks;
  return [
    <span id={`checks-${checks.variant}`}>
      {mark}
      {checks.variant}
    </span>,
    <Cases checks={checks} summary={summary} />,
    <Lines
      texts={summary.breaks.map(({ count, set, because, example }) => (
        <span title={example}>
          {count} × {set}: {because}
        </span>
      ))}
    />,
    <Lines texts={summary.observed.map(({ set, outcomes }) => `${set}: ${outcomes}`)} />,
    worst === null ? '—' : <span title={checks.oracle ?? ''}>{formatNumber(worst, 2)}</span>,
    <RunLink machine={machine} run={run} />,
  ];
}

interface CasesProps {
  readonly checks: VariantChecks;
  readonly summary: CheckSummary;
}

function Cases({ checks: { coverage }, summary }: CasesProps): VNode {
  if (coverage.length === 0) return <span class="remark">none in this run</span>;
  const own = coverage.map((set) => ({ set: set.set, ...summariseChecks({ coverage: [set] }) }));
  const sets = own.flatMap((set) => (set.judged > 0 ? [`${set.set} ${set.passed}/${set.judged}`] : []));
  const more = (
    <details>
      <summary>{countsOf(summary)}</summary>
      <Hint>{sets.join(' · ')}</Hint>
    </details>
  );
  const { failed } = summary;
  if (failed.length === 0) return more;
  return (
    <div>
      <span class="badge failed">{failed.length} failed</span>
      {more}
      <ul>
        {failed.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

function countsOf({ judged, passed, skipped, seen, breaks }: CheckSummary): string {
  const broken = breaks.reduce((sum, { count }) => sum + count, 0);
  return [
    `${passed} of ${judged} passed`,
    ...(broken > 0 ? [`${broken} broke as expected`] : []),
    ...(seen > 0 ? [`${seen} observed`] : []),
    ...(skipped > 0 ? [`${skipped} not for this variant or adapter`] : []),
  ].join(', ');
}

function Lines({ texts }: { readonly texts: readonly ComponentChildren[] }): VNode {
  if (texts.length === 0) return <>—</>;
  return (
    <ul class="plain">
      {texts.map((text, at) => (
        <li key={at}>{text}</li>
      ))}
    </ul>
  );
}
