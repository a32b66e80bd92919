// The four menus: machine, family, case, metric. Each change becomes an address.
import type { SiteIndex } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { metricLabel } from '../format.ts';
import { grouped } from '../model/case-groups.ts';
import type { Group, Option } from '../model/case-groups.ts';
import type { Selection, Source } from '../selection.ts';
import type { PageContext } from '../pages/context.ts';
import type { ViewState } from '../state.ts';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { widestText } from '../ui/menu.tsx';

type Go = PageContext['go'];

/** Everything that the menus offer and the page currently shows. */
export interface Offer {
  readonly index: SiteIndex;
  readonly source: Source;
  /** Null while the family's file could not be shown. */
  readonly selection: Selection | null;
  readonly state: ViewState;
  /** Logical ranks share one device. */
  readonly simulated: boolean;
}

/** Draws the menus; `go` receives what a choice changes. */
export function Controls({ offer, go }: { readonly offer: Offer; readonly go: Go }): VNode {
  const { index, source, selection, simulated } = offer;
  const families = source.machine.families.map((family) => [family, family] as const);
  // Who has not asked for a metric gets the one that shows the next case best.
  const metric = selection?.metric === selection?.naturalMetric ? null : (selection?.metric ?? null);
  // A family's own choices mean nothing in another one.
  const fresh = { case: null, metric: null, hidden: null, series: [], range: null, rung: null };
  return (
    <>
      <MachineMenu
        index={index}
        machine={source.machine.machine.key}
        onPick={(machine) => go({ machine, range: null })}
      />
      <Menu
        id="family"
        options={families}
        value={source.family}
        onPick={(family) => go({ ...fresh, family })}
      />
      {selection ? (
        <Menu
          id="case"
          options={grouped(selection.cases.map((name) => [name, name] as const))}
          value={selection.case}
          onPick={(name) => go({ case: name, metric, range: null })}
        />
      ) : null}
      {selection ? (
        <Menu
          id="metric"
          options={selection.metrics.map((id) => [id, metricLabel(id, simulated)] as const)}
          value={selection.metric}
          onPick={(picked) => go({ metric: picked })}
        />
      ) : null}
    </>
  );
}

/** The state with every default written out, so that a link keeps its meaning when the data grows. */
export function settled({
  source,
  selection,
  state,
}: Pick<Offer, 'source' | 'selection' | 'state'>): ViewState {
  return {
    ...state,
    machine: source.machine.machine.key,
    family: source.family,
    case: selection?.case ?? null,
    metric: selection?.metric ?? null,
  };
}

interface MenuProps {
  readonly id: string;
  readonly options: readonly (Option | Group)[];
  readonly value: string;
  readonly onPick: (value: string) => void;
}

function Menu({ id, options, value, onPick }: MenuProps): VNode {
  return (
    <label class={`menu ${id}`} for={`pick-${id}`}>
      <span>{id}</span>
      <select
        id={`pick-${id}`}
        name={id}
        autocomplete="off"
        value={value}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        <Options options={options} />
      </select>
      {value.length > widestText ? <span class="whole">{value}</span> : null}
    </label>
  );
}

/** The options of a menu, under their headings. */
export function Options({ options }: Pick<MenuProps, 'options'>): VNode {
  return (
    <>
      {options.map((one) =>
        'label' in one ? (
          <optgroup key={one.label} label={one.label}>
            <Options options={one.options} />
          </optgroup>
        ) : (
          <option key={one[0]} value={one[0]}>
            {one[1]}
          </option>
        ),
      )}
    </>
  );
}
