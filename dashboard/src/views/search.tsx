// A search as a heat map over two of its parameters: every cell has its time as text, and says what plans take.
import type { TuningTable } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { forgeAddress } from '../forge.ts';
import { formatNumber, formatTime } from '../format.ts';
import { levels } from '../model/heat.ts';
import { leastRatio } from '../model/tuning.ts';
import type { Parameter, TuningCell, TuningMap, Value } from '../model/tuning.ts';
import { countsText, searchFacts } from '../model/tuning-words.ts';
import type { SearchView } from '../model/tuning-view.ts';
import type { PageContext } from '../pages/context.ts';
import { cited } from '../ui/cited.tsx';
import { Facts } from '../ui/facts.tsx';
import type { Fact } from '../ui/facts.tsx';
import { Menu } from '../ui/menu.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { HeatScale } from './heat-scale.tsx';
import '../plots.css';

/** A search of a table, and where it is shown. */
export interface SearchShown {
  readonly table: TuningTable;
  readonly view: SearchView;
  readonly machine: string;
  readonly context: PageContext;
}

/** Draws the search. */
export function SearchSection(shown: SearchShown): VNode {
  const { table, view } = shown;
  const { map, parameters } = view;
  return (
    <Section id="search" title={<Title family={table.family} view={view} />}>
      {map ? <Axes {...shown} map={map} /> : null}
      {map ? <Heat map={map} /> : <Hint>Fewer than two parameters vary here: the table has all of it.</Hint>}
      <Facts facts={[...factsOf(shown), ...sharesFact(parameters)]} />
      <Hint>A cell has the least time of all combinations with its two values, whatever the others are.</Hint>
    </Section>
  );
}

// No run need have been recorded at the commit of a search: it leads to where the repository is read.
function factsOf({ view: { entry, combinations }, context: { index } }: SearchShown): readonly Fact[] {
  const { commit } = entry.versions;
  const onForge = (sha: string) => forgeAddress(index.repository ?? null, { commit: sha });
  return searchFacts(entry, combinations).map(([term, text]) => [
    term,
    cited(text, commit === undefined ? [] : [commit], onForge),
  ]);
}

// Names of parameters are no words of the site, whatever they are.
function Title({
  family,
  view: { entry, map },
}: {
  readonly family: string;
  readonly view: SearchView;
}): VNode {
  return (
    <>
      Time of <code>{`${family}/${entry.rung}`}</code>
      {map ? (
        <>
          {' '}
          over <code>{map.up.name}</code> and <code>{map.across.name}</code>
        </>
      ) : null}
      , <code>{entry.class}</code>
    </>
  );
}

function sharesFact(parameters: readonly Parameter[]): readonly Fact[] {
  const told = parameters.filter(({ share }) => share >= 0.005);
  const shares = told.map(({ name, share }) => `${name} ${Math.round(100 * share)}\u202f%`).join(', ');
  return told.length > 0 ? [['of the variance of ln(time) alone explain', shares]] : [];
}

function Axes({
  view: { parameters },
  context: { go },
  map,
}: SearchShown & { readonly map: TuningMap }): VNode {
  const chosen = { up: map.up.name, across: map.across.name };
  const options = parameters.map(({ name, values }) => [name, `${name}: ${values.length} values`] as const);
  return (
    <div class="choices" role="group" aria-label="Parameters of the map">
      <Menu
        id="up"
        label="down"
        options={options}
        value={chosen.up}
        // The other axis goes where this one was.
        onPick={(up) => go({ up, across: up === chosen.across ? chosen.up : chosen.across })}
      />
      <Menu
        id="across"
        label="across"
        options={options}
        value={chosen.across}
        onPick={(across) => go({ across, up: across === chosen.up ? chosen.across : chosen.up })}
      />
    </div>
  );
}

function Heat({ map }: { readonly map: TuningMap }): VNode {
  const { up, across, rows } = map;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Heat map">
        <table id="heat" class="heat">
          <thead>
            <tr>
              <th scope="col">{`${up.name} / ${across.name}`}</th>
              {across.values.map((value) => (
                <th key={String(value)} scope="col">
                  {write(value)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ value, cells }) => (
              <tr key={String(value)}>
                <th scope="row">{write(value)}</th>
                {cells.map((cell, at) => (
                  <CellOf key={at} cell={cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Scale />
    </>
  );
}

function write(value: Value): string {
  return typeof value === 'number' ? value.toLocaleString('en') : String(value);
}

function CellOf({ cell }: { readonly cell: TuningCell }): VNode {
  const { best, level, counts, isChoice } = cell;
  const all = countsText(counts);
  return (
    <td
      class={isChoice ? 'taken' : ''}
      data-level={level ?? undefined}
      title={best ? `${best.name}; ${all}` : all}
    >
      {best?.ns ? formatTime(best.ns) : <NoTime why={all} />}
      <Marks {...cell} />
    </td>
  );
}

function NoTime({ why }: { readonly why: string }): VNode {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span class="unseen">{why}</span>
    </>
  );
}

function Marks({ ratio, isChoice, isUsual }: TuningCell): VNode {
  return (
    <>
      {ratio !== null && ratio > 1 ? <span class="rung">{`${formatNumber(ratio, 3)}×`}</span> : null}
      {isChoice ? <span class="rung mark">plans take it</span> : null}
      {isUsual && !isChoice ? <span class="rung">usual</span> : null}
    </>
  );
}

function Scale(): VNode {
  const steps = Array.from({ length: levels }, (_, at) => levels - 1 - at);
  return (
    <>
      <Hint>
        Scale of colours: times the least time of all, the stronger the better. A thick frame is what plans
        take.
      </Hint>
      <HeatScale
        steps={steps.map((level) => ({ level, text: `from ${formatNumber(leastRatio(level), 3)}×` }))}
      />
    </>
  );
}
