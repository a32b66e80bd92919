// How often the judge is wrong: its own error rates, measured on series whose truth is known.
import { loadQuality } from '../data.ts';
import { byId, el } from '../dom.ts';
import { faultMessage, hollow } from '../messages.ts';
import { once } from '../once.ts';
import { qualitySections } from '../views/quality.ts';

const quality = once(loadQuality);

/** Loads the benchmark's results. */
export async function judgePage(): Promise<() => void> {
  const loaded = await quality();
  return () => {
    if (loaded.status === 'malformed') byId('page').replaceChildren(faultMessage(loaded));
    else if (loaded.status === 'loaded') byId('page').replaceChildren(...qualitySections(loaded.value));
    else byId('page').replaceChildren(nothing());
  };
}

function nothing(): HTMLElement {
  const command = el('code', {}, 'pnpm --filter @kernel-ladder/stats quality');
  return el(
    'section',
    {},
    hollow('Not measured', 'Run ', command, ', then ', el('code', {}, 'pnpm dashboard'), '.'),
  );
}
