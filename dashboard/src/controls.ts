// The four menus: machine, family, case, metric. Each change becomes an address.
import { metricTable } from '@kernel-ladder/schema';
import type { SiteIndex } from '@kernel-ladder/schema';
import { el } from './dom.ts';
import { machineLabel } from './machine.ts';
import type { Selection, Source } from './selection.ts';
import type { ViewState } from './state.ts';

/** Everything that the menus offer and the page currently shows. */
export interface Offer {
  readonly index: SiteIndex;
  readonly source: Source;
  /** Null while the family's file could not be shown. */
  readonly selection: Selection | null;
  readonly state: ViewState;
}

/** Builds the menus; `go` receives the state that a choice leads to. */
export function controls(offer: Offer, go: (state: ViewState) => void): readonly HTMLElement[] {
  const { index, source, selection } = offer;
  const state = settled(offer);
  const machines = index.machines.map(({ machine }) => [machine.key, machineLabel(machine)] as const);
  const families = source.machine.families.map((family) => [family, family] as const);
  const menus = [
    menu('machine', machines, source.machine.machine.key, (machine) => go({ ...state, machine })),
    menu('family', families, source.family, (family) => go({ ...state, family, case: null, hidden: [] })),
  ];
  if (!selection) return menus;
  const cases = selection.cases.map((name) => [name, name] as const);
  const metrics = selection.metrics.map((id) => [id, metricTable[id].label] as const);
  return [
    ...menus,
    menu('case', cases, selection.case, (name) => go({ ...state, case: name })),
    menu('metric', metrics, selection.metric, (metric) => go({ ...state, metric })),
  ];
}

/** The state with every default written out, so that a link keeps its meaning when the data grows. */
export function settled({ source, selection, state }: Omit<Offer, 'index'>): ViewState {
  return {
    ...state,
    machine: source.machine.machine.key,
    family: source.family,
    case: selection?.case ?? null,
    metric: selection?.metric ?? null,
  };
}

function menu(
  id: string,
  options: readonly (readonly [string, string])[],
  value: string,
  pick: (value: string) => void,
): HTMLElement {
  const items = options.map(([key, label]) => el('option', { value: key }, label));
  const select = el('select', { id: `pick-${id}`, name: id, autocomplete: 'off' }, ...items);
  select.value = value;
  select.addEventListener('change', () => pick(select.value));
  return el('label', { class: `menu ${id}`, for: `pick-${id}` }, el('span', {}, id), select);
}
