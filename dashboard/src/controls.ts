// The four menus: machine, family, case, metric. Each change becomes an address.
import type { SiteIndex } from '@kernel-ladder/schema';
import { el } from './dom.ts';
import { metricLabel } from './format.ts';
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
  /** Logical ranks share one device. */
  readonly simulated: boolean;
}

/** Builds the menus; `go` receives the state that a choice leads to. */
export function controls(offer: Offer, go: (state: ViewState) => void): readonly HTMLElement[] {
  const { index, source, selection, simulated } = offer;
  const state = settled(offer);
  const families = source.machine.families.map((family) => [family, family] as const);
  const menus = [
    machineMenu(index, source.machine.machine.key, (machine) => go({ ...state, machine })),
    menu('family', families, source.family, (family) =>
      go({ ...state, family, case: null, metric: null, hidden: [] }),
    ),
  ];
  if (!selection) return menus;
  const cases = selection.cases.map((name) => [name, name] as const);
  // Who has not asked for a metric gets the one that shows the next case best.
  const metric = selection.metric === selection.naturalMetric ? null : selection.metric;
  const metrics = selection.metrics.map((id) => [id, metricLabel(id, simulated)] as const);
  return [
    ...menus,
    menu('case', grouped(cases), selection.case, (name) => go({ ...state, case: name, metric })),
    menu('metric', metrics, selection.metric, (picked) => go({ ...state, metric: picked })),
  ];
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

/** The menu of machines alone. */
function machineMenu(index: SiteIndex, key: string, pick: (key: string) => void): HTMLElement {
  const machines = index.machines.map(({ machine }) => [machine.key, machineLabel(machine)] as const);
  return menu('machine', machines, key, pick);
}

type Option = readonly [value: string, label: string];
interface Group {
  readonly label: string;
  readonly options: readonly Option[];
}

const mostUngrouped = 12;

/** Many cases are found sooner under what they differ in besides their sizes. */
export function grouped(cases: readonly Option[]): readonly (Option | Group)[] {
  if (cases.length <= mostUngrouped) return cases;
  const groups = [...Map.groupBy(cases, ([name]) => kindOf(name))];
  if (groups.length === 1) return cases;
  return groups.map(([label, options]) => ({ label, options }));
}

// `n=1024,op=max,f32` → `op=max, f32`: sizes are what a case is chosen by inside its group.
function kindOf(name: string): string {
  return name
    .split(',')
    .filter((part) => !/=[\d.x]+$/.test(part))
    .join(', ');
}

// A menu on a telephone cuts off what is longer, and a case ends with its type: the whole name stands below it there.
const widestText = 30;

function menu(
  id: string,
  options: readonly (Option | Group)[],
  value: string,
  pick: (value: string) => void,
): HTMLElement {
  const items = options.map((one) =>
    'label' in one ? el('optgroup', { label: one.label }, ...one.options.map(optionOf)) : optionOf(one),
  );
  const select = el('select', { id: `pick-${id}`, name: id, autocomplete: 'off' }, ...items);
  select.value = value;
  select.addEventListener('change', () => pick(select.value));
  const whole = value.length > widestText ? [el('span', { class: 'whole' }, value)] : [];
  return el('label', { class: `menu ${id}`, for: `pick-${id}` }, el('span', {}, id), select, ...whole);
}

function optionOf([value, label]: Option): HTMLElement {
  return el('option', { value }, label);
}
