// What pages have in common that are drawn from one file of one machine.
import type { ComponentChildren, VNode } from 'preact';
import type { SiteMachine } from '@kernel-ladder/schema';
import type { Loaded } from '../data.ts';
import { emptyMessage, faultMessage, noteLine } from '../messages.ts';
import { selectSource } from '../selection.ts';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Raw } from '../ui/raw.tsx';
import type { PageContext, Tree } from './context.ts';

/** A file of a machine and what is drawn of it. */
export interface MachinePage<T> {
  readonly load: (machine: SiteMachine) => Promise<Loaded<T>>;
  readonly draw: (file: T, machine: SiteMachine) => ComponentChildren;
  /** What stands beside the menu of machines. */
  readonly beside?: (machine: SiteMachine) => ComponentChildren;
  /** What else is to be said above it. */
  readonly notes?: (file: T) => readonly HTMLElement[];
}

/** Loads the file of the machine that the address names, and draws it, or says what is missing. */
export async function machinePage<T>(context: PageContext, page: MachinePage<T>): Promise<Tree> {
  const { index, state, go } = context;
  const source = selectSource(index, { ...state, family: null });
  if (!source) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const { key } = source.machine.machine;
  const file = await page.load(source.machine);
  const told = file.status === 'loaded' ? (page.notes?.(file.value) ?? []) : [];
  return {
    controls: (
      <>
        <MachineMenu index={index} machine={key} onPick={(machine) => go({ machine })} />
        {page.beside?.(source.machine)}
      </>
    ),
    notices: <Raw nodes={[...source.notes.map(noteLine), ...told]} />,
    body: file.status === 'loaded' ? page.draw(file.value, source.machine) : <Missing file={file} />,
  };
}

function Missing({
  file,
}: {
  readonly file: Exclude<Loaded<unknown>, { readonly status: 'loaded' }>;
}): VNode {
  const fault = file.status === 'absent' ? `${file.file}: there is no such file` : file;
  return <Raw nodes={[faultMessage(fault)]} />;
}
