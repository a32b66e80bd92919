// Run it here: the suite's kernels on the visitor's own GPU, checked and timed as everywhere, beside a tracked machine.
import '../here.css';
import type { VNode } from 'preact';
import { noteLine } from '../messages.ts';
import { suites } from '../here/suites.ts';
import { selectSource } from '../selection.ts';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { HereBody } from '../views/here.tsx';
import type { PageContext, Tree } from './context.ts';

/** The page; what it runs comes with its worker. */
export async function herePage(context: PageContext): Promise<Tree> {
  const { index, state } = context;
  const source = selectSource(index, { ...state, family: null });
  const isSuite = state.suite === null || suites.some(({ name }) => name === state.suite);
  const known = isSuite ? state : { ...state, suite: null };
  const notes = [
    ...(source?.notes ?? []),
    ...(isSuite ? [] : [`No suite “${state.suite}” here; showing ${suites[0]?.name}.`]),
  ];
  return {
    controls: source ? beside(context, source.machine.machine.key) : null,
    notices: <Raw nodes={notes.map(noteLine)} />,
    body: <HereBody context={{ ...context, state: known }} tracked={source?.machine ?? null} />,
  };
}

function beside({ index, go }: PageContext, machine: string): VNode {
  return (
    <MachineMenu
      index={index}
      machine={machine}
      label="tracked machine beside"
      onPick={(picked) => go({ machine: picked })}
    />
  );
}
