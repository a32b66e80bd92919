// The checks' section: what every variant of the family was proven on before anything was timed.
import type { VariantChecks } from '@kernel-ladder/schema';
import { el, plainTable, scrollBox } from '../dom.ts';
import type { Child } from '../dom.ts';
import { formatNumber } from '../format.ts';
import { swatch } from '../marks.ts';
import { checksFor, summariseChecks } from '../model/checks.ts';
import type { CheckSummary } from '../model/checks.ts';
import { seriesAt, variantsOf } from '../model/rung.ts';
import { seriesStyle } from '../theme.ts';
import { commitLink } from './commit.ts';
import type { Shown } from './shown.ts';

/** Fills the section; hides it where the site has no checks. */
export function checksView(section: HTMLElement, { family, checks, selection, theme }: Shown): void {
  section.hidden = checks === null || checks.variants.length === 0;
  if (section.hidden) return;
  const places = seriesAt(family, selection.case).map(({ variant }) => variant);
  const rows = variantsOf(family).flatMap((variant) => {
    const own = checksFor(checks, variant);
    const place = places.indexOf(variant);
    // A look belongs to a case: a variant that does not have it has none.
    return own ? [row(family.machineKey, own, place < 0 ? null : swatch(seriesStyle(theme, place)))] : [];
  });
  section.replaceChildren(
    el('header', {}, el('h2', { id: 'checks-title' }, `Checks of ${family.family}`)),
    el('p', { class: 'hint' }, intro),
    scrollBox(
      'Checks of each variant',
      plainTable(['Variant', 'Edge cases', 'Breaks as expected', 'Observed', 'Error', 'At'], rows, {
        id: 'checks-table',
        class: 'wrapped',
      }),
    ),
  );
}

const intro =
  'A number is shown only where the kernel agreed with its oracle before and after timing. Edge cases are checked once a run; Error is the largest error of the timed cases over its tolerance.';

function row(machineKey: string, checks: VariantChecks, mark: HTMLElement | null): readonly Child[] {
  const summary = summariseChecks(checks);
  const { worstErrorOverTolerance: worst, run } = checks;
  return [
    el('span', { id: `checks-${checks.variant}` }, ...(mark ? [mark] : []), checks.variant),
    cases(checks, summary),
    lines(
      summary.breaks.map(({ count, set, because, example }) =>
        el('span', { title: example }, `${count} × ${set}: ${because}`),
      ),
    ),
    lines(summary.observed.map(({ set, outcomes }) => `${set}: ${outcomes}`)),
    worst === null ? '—' : el('span', { title: checks.oracle ?? '' }, formatNumber(worst, 2)),
    commitLink(machineKey, run),
  ];
}

function cases(
  { coverage }: VariantChecks,
  { judged, passed, skipped, seen, failed, breaks }: CheckSummary,
): Child {
  if (coverage.length === 0) return el('span', { class: 'remark' }, 'none in this run');
  const broken = breaks.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    `${passed} of ${judged} passed`,
    ...(broken > 0 ? [`${broken} broke as expected`] : []),
    ...(seen > 0 ? [`${seen} observed`] : []),
    ...(skipped > 0 ? [`${skipped} not for this variant or adapter`] : []),
  ];
  const own = coverage.map((set) => ({ set: set.set, ...summariseChecks({ coverage: [set] }) }));
  const sets = own
    .flatMap((set) => (set.judged > 0 ? [`${set.set} ${set.passed}/${set.judged}`] : []))
    .join(' · ');
  const more = el('details', {}, el('summary', {}, parts.join(', ')), el('p', { class: 'hint' }, sets));
  if (failed.length === 0) return more;
  const faults = failed.map((name) => el('li', {}, name));
  return el(
    'div',
    {},
    el('span', { class: 'badge failed' }, `${failed.length} failed`),
    more,
    el('ul', {}, ...faults),
  );
}

function lines(texts: readonly Child[]): Child {
  if (texts.length === 0) return '—';
  return el('ul', { class: 'plain' }, ...texts.map((text) => el('li', {}, text)));
}
