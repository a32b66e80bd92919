// Tuning: what searches found of the parameters of rungs on a machine, each search over two of them, and all that it saw.
import type { SiteMachine, TuningEntry, TuningTable } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { loadTuning } from '../data.ts';
import type { Loaded } from '../data.ts';
import { emptyMessage, fileNotices, noteLine } from '../messages.ts';
import { searchView } from '../model/tuning-view.ts';
import { once } from '../once.ts';
import { selectSource } from '../selection.ts';
import { Explained } from '../ui/explained.tsx';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Menu } from '../ui/menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { CombinationsSection } from '../views/combinations.tsx';
import { SearchSection } from '../views/search.tsx';
import { TunedSection } from '../views/tuned.tsx';
import type { PageContext, Tree } from './context.ts';
import type { SearchShown } from '../views/search.tsx';

const tableOf = once(async (key: string, family: string) => loadTuning(key, family));

/** Loads the table of the machine and family that the address names. */
export async function tuningPage(context: PageContext): Promise<Tree> {
  const { index, state } = context;
  const source = selectSource(index, { ...state, family: null });
  if (!source) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const { machine } = source;
  const { family, lost } = familyOf(machine, state.family);
  const file = family === null ? null : await tableOf(machine.machine.key, family);
  const shown = shownOf(context, machine, file);
  const notes = [...source.notes, ...lost, ...(shown?.view.notes ?? [])].map(noteLine);
  return {
    controls: <TuningMenus context={context} machine={machine} shown={shown} />,
    notices: <Raw nodes={[...notes, ...(file ? fileNotices(file, 'what searches found') : [])]} />,
    body: shown ? <Sections {...shown} /> : file === null ? <NothingTuned /> : null,
  };
}

// The one that is asked for, if anything of it was tuned, else the first; null without any.
function familyOf({ tuned = [] }: SiteMachine, wanted: string | null) {
  const family = tuned.find((name) => name === wanted) ?? tuned[0] ?? null;
  const isLost = wanted !== null && family !== null && wanted !== family;
  return {
    family,
    lost: isLost ? [`Nothing of “${wanted}” was tuned on this machine; showing ${family}.`] : [],
  };
}

function Sections(shown: SearchShown): VNode {
  return (
    <>
      <SearchSection {...shown} />
      <CombinationsSection {...shown} />
      <TunedSection {...shown} />
    </>
  );
}

function NothingTuned(): VNode {
  return (
    <div class="empty">
      <h2>
        <Explained>Nothing was tuned on this machine</Explained>
      </h2>
      <p>
        <code>pnpm bench tune gemm</code>{' '}
        <Explained>
          searches the parameters of a family and keeps them in the tuning table of the machine, which plans
          read. This page shows what it saw.
        </Explained>
      </p>
    </div>
  );
}

function shownOf(
  context: PageContext,
  { machine }: SiteMachine,
  file: Loaded<TuningTable> | null,
): SearchShown | null {
  if (file?.status !== 'loaded') return null;
  const { rung, case: shapeClass, up, across } = context.state;
  const view = searchView(file.value, { rung, class: shapeClass, up, across });
  return view && { table: file.value, view, machine: machine.key, context };
}

interface TuningMenusProps {
  readonly context: PageContext;
  readonly machine: SiteMachine;
  readonly shown: SearchShown | null;
}

const keyOf = ({ rung, class: shapeClass }: TuningEntry) => `${rung} ${shapeClass}`;

function TuningMenus({ context: { index, go }, machine, shown }: TuningMenusProps): VNode {
  const { key } = machine.machine;
  const other = { machine: key, rung: null, case: null, up: null, across: null, sort: null };
  return (
    <>
      <MachineMenu
        index={index}
        machine={key}
        onPick={(one) => go({ ...other, machine: one, family: null })}
      />
      {shown ? (
        <>
          <Menu
            id="family"
            label="family"
            options={(machine.tuned ?? []).map((name) => [name])}
            value={shown.table.family}
            onPick={(family) => go({ ...other, family })}
          />
          <Menu
            id="search"
            label="search"
            options={shown.table.entries.map((entry) => [keyOf(entry)])}
            value={keyOf(shown.view.entry)}
            onPick={(picked) => {
              const entry = shown.table.entries.find((each) => keyOf(each) === picked);
              if (entry) go({ ...other, family: shown.table.family, rung: entry.rung, case: entry.class });
            }}
          />
        </>
      ) : null}
    </>
  );
}
