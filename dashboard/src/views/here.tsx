// The page of a run in the browser: what it is, what to run, how it goes, what came out, and the file of it.
import type { VNode } from 'preact';
import { useEffect, useReducer } from 'preact/hooks';
import type { SiteMachine } from '@kernel-ladder/schema';
import { hereState, lookHere, onHere } from '../here/session.ts';
import type { HereState } from '../model/here.ts';
import type { PageContext } from '../pages/context.ts';
import { Section } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';
import { HereChoice } from './here-choice.tsx';
import { HereFile } from './here-file.tsx';
import { HereResults } from './here-results.tsx';
import { clockTexts, progressText } from './here-words.ts';

/** Draws it, and again whenever the run has something to tell. */
export function HereBody({
  context,
  tracked,
}: {
  readonly context: PageContext;
  readonly tracked: SiteMachine | null;
}): VNode {
  const state = useHere();
  const { seen, going } = state;
  return (
    <>
      <Section id="here" title="Run it here">
        <p class="intro">
          Your browser runs the kernels of this site on your own GPU; nothing leaves this computer. Each{' '}
          <Term word="result" /> is compared with a <Term word="oracle">reference in double precision</Term>{' '}
          before and after it is timed, by the code that <code>bench</code> runs. A browser is a{' '}
          <Term word="machine" /> of its own kind: its times stand beside those of a tracked machine, and are
          never mixed with them.
        </p>
        {seen ? <HereChoice context={context} seen={seen} going={going} /> : null}
        <Progress state={state} />
        {clockTexts(state).map((text) => (
          <p class="hint" key={text}>
            {text}
          </p>
        ))}
      </Section>
      {going && going.results.length > 0 ? (
        <HereResults context={context} tracked={tracked} going={going} />
      ) : null}
      {going?.ending ? <HereFile going={going} /> : null}
    </>
  );
}

function useHere(): HereState {
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  useEffect(() => {
    const unheard = onHere(() => redraw(undefined));
    lookHere();
    redraw(undefined);
    return () => void unheard();
  }, []);
  return hereState();
}

// One line for everybody; what is at work at the moment changes too often to be read out.
function Progress({ state }: { readonly state: HereState }): VNode {
  const { lack, going } = state;
  const { id, phase } = going?.current ?? {};
  return (
    <div class={lack ? 'run-state fault' : 'run-state'}>
      <p id="here-status" role="status">
        {progressText(state)}
      </p>
      {going && !going.ending ? (
        <>
          <progress
            id="here-progress"
            aria-label="Ids that are done"
            max={Math.max(1, going.ids.length)}
            value={going.results.length}
          />
          <p class="current" aria-hidden="true">
            {id === undefined ? '\u00a0' : `${id}${phase ? `: ${phase}` : ''}`}
          </p>
        </>
      ) : null}
    </div>
  );
}
