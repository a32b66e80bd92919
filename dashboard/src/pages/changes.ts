// The regressions page: what the newest commit is suspected of, and where levels changed, on one machine.
import type { SiteJudgement } from '@kernel-ladder/schema';
import { machineMenu } from '../controls.ts';
import { loadJudgement } from '../data.ts';
import type { Loaded } from '../data.ts';
import { byId, el } from '../dom.ts';
import { machineLabel } from '../machine.ts';
import { emptyMessage, faultMessage, hollow, noteLine } from '../messages.ts';
import { once } from '../once.ts';
import { selectSource } from '../selection.ts';
import { changesView } from '../views/changes.ts';
import { movesView } from '../views/moves.ts';
import { noiseView } from '../views/noise.ts';
import { suspectsView } from '../views/suspects.ts';
import type { PageContext } from './context.ts';

const judgementOf = once(loadJudgement);

/** Loads what is judged of the machine that the address names. */
export async function changesPage(context: PageContext): Promise<() => void> {
  const source = selectSource(context.index, { ...context.state, family: null });
  if (!source) return () => byId('page').replaceChildren(emptyMessage());
  const { machine } = source.machine;
  const judgement = machine.software ? null : await judgementOf(machine.key);
  return () => {
    const { index, state, go } = context;
    byId('controls').replaceChildren(
      machineMenu(index, machine.key, (key) => go({ ...state, machine: key })),
    );
    byId('notices').replaceChildren(...source.notes.map(noteLine));
    byId('page').replaceChildren(...sectionsOf(judgement, machineLabel(machine)));
  };
}

function sectionsOf(judgement: Loaded<SiteJudgement> | null, machine: string): readonly HTMLElement[] {
  if (judgement === null) {
    const text = `${machine} is a software adapter: its times prove nothing about speed, so nobody judges them.`;
    return [el('section', {}, hollow('Nothing to judge', text))];
  }
  if (judgement.status === 'malformed') return [faultMessage(judgement)];
  if (judgement.status === 'absent') return [faultMessage(`${judgement.file}: there is no such file`)];
  const { value } = judgement;
  return [changesView(value), ...movesView(value), suspectsView(value), noiseView(value)];
}
