// Two runs or commits side by side, judged as `bench compare` judges them.
import { emptyMessage, hollow, noteLine } from '../messages.ts';
import { selectSource } from '../selection.ts';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { Compared } from '../views/compared.tsx';
import { OtherMachineMenu, SideMenus } from '../views/side-menus.tsx';
import { loadSides } from './compare-files.ts';
import type { PageContext, Tree } from './context.ts';

/** Loads both sides that the address names. */
export async function comparePage(context: PageContext): Promise<Tree> {
  const { index, state, go } = context;
  const source = selectSource(index, { ...state, family: null });
  if (!source) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const { machine } = source.machine;
  const other = index.machines.find((one) => one.machine.key === state.other)?.machine ?? machine;
  const { picked, notices, shown } = await loadSides(context, machine, other);
  const isUnknown = state.other !== null && state.other !== other.key;
  const notes = [
    ...source.notes,
    ...(isUnknown ? [`No machine “${state.other}” here; showing ${other.key}.`] : []),
  ];
  return {
    controls: (
      <>
        <MachineMenu
          index={index}
          machine={machine.key}
          onPick={(key) => go({ machine: key, base: null, head: null, other: null })}
        />
        <OtherMachineMenu context={context} machine={machine.key} other={other.key} />
        {picked === null ? null : <SideMenus context={context} {...picked} />}
      </>
    ),
    notices: <Raw nodes={[...notes.map(noteLine), ...notices]} />,
    body: shown ? <Compared {...shown} context={context} /> : <Nothing />,
  };
}

function Nothing() {
  const remedy =
    'Two recorded runs of one machine are needed: bench run measures, bench record adds a run to the history.';
  return (
    <section>
      <Raw nodes={[hollow('Nothing to compare', remedy)]} />
    </section>
  );
}
