// How often the judge is wrong: its own error rates, measured on series whose truth is known.
import { loadQuality } from '../data.ts';
import { el } from '../dom.ts';
import { faultMessage, hollow } from '../messages.ts';
import { once } from '../once.ts';
import { Raw } from '../ui/raw.tsx';
import { QualitySections } from '../views/quality.tsx';
import type { Tree } from './context.ts';
import '../judge.css';

const quality = once(loadQuality);

/** Loads the benchmark's results. */
export async function judgePage(): Promise<Tree> {
  const loaded = await quality();
  if (loaded.status === 'loaded')
    return { controls: null, notices: null, body: <QualitySections quality={loaded.value} /> };
  const message = loaded.status === 'malformed' ? faultMessage(loaded) : nothing();
  return { controls: null, notices: null, body: <Raw nodes={[message]} /> };
}

function nothing(): HTMLElement {
  const command = el('code', {}, 'pnpm --filter @kernel-ladder/stats quality');
  return el(
    'section',
    {},
    hollow('Not measured', 'Run ', command, ', then ', el('code', {}, 'pnpm dashboard'), '.'),
  );
}
