// What a choice changes of an address. Pure.
import type { ViewState } from './state.ts';

/**
 * Of the address as it is when the choice is made. A page is drawn after its files have come, so two quick choices meet the same drawn
 * page: a list that grows is a function of the address, or the second choice would undo the first.
 */
export type Change = Partial<ViewState> | ((now: ViewState) => Partial<ViewState>);

/** The address after a change. */
export function changed(now: ViewState, change: Change): ViewState {
  return { ...now, ...(typeof change === 'function' ? change(now) : change) };
}

/**
 * The address with every default written out, so that a link keeps its meaning when the data grows. What was chosen since the page was
 * drawn from `drawn` stays as chosen.
 */
export function pinned(now: ViewState, drawn: ViewState, settled: ViewState): ViewState {
  const keep = <K extends keyof ViewState>(key: K): ViewState[K] =>
    now[key] === drawn[key] ? settled[key] : now[key];
  return {
    ...now,
    machine: keep('machine'),
    family: keep('family'),
    case: keep('case'),
    metric: keep('metric'),
  };
}
