// The roofline of a machine: its roofs, and every rung of every family below them.
import type { SiteFamily, SiteMachine } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { loadFamily } from '../data.ts';
import type { Loaded } from '../data.ts';
import { emptyMessage, fileNotices, hollow, noteLine } from '../messages.ts';
import { machineRoofline, rangeOf } from '../model/machine-roofline.ts';
import { once } from '../once.ts';
import { selectSource } from '../selection.ts';
import type { Source } from '../selection.ts';
import { listOf } from '../state.ts';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Menu } from '../ui/menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { MachineRooflineSection } from '../views/machine-roofline.tsx';
import { RoofTableSection } from '../views/roof-table.tsx';
import type { RooflineShown } from '../views/roofline-shown.ts';
import type { PageContext, Tree } from './context.ts';

const familiesOf = once(async (key: string, names: string): Promise<readonly Loaded<SiteFamily>[]> =>
  Promise.all(names.split('\n').map((name) => loadFamily(key, name))),
);

/** Loads every family of the machine that the address names. */
export async function rooflinePage(context: PageContext): Promise<Tree> {
  const source = selectSource(context.index, { ...context.state, family: null });
  if (!source) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const files = await familiesOf(source.machine.machine.key, source.machine.families.join('\n'));
  const shown = shownOf(context, source.machine, files);
  const notes = [...source.notes, ...(shown?.roofline.notes ?? []), ...rangeNotes(context)];
  const missing = files.flatMap((file) => fileNotices(file, 'its rungs'));
  return {
    controls: <RooflineMenus context={context} source={source} shown={shown} />,
    notices: <Raw nodes={[...notes.map(noteLine), ...missing]} />,
    body: shown ? (
      <>
        <MachineRooflineSection {...shown} />
        <RoofTableSection {...shown} />
      </>
    ) : (
      <Raw nodes={[hollow(`Nothing was timed on this machine`, 'pnpm bench measures it.')]} />
    ),
  };
}

function shownOf(
  context: PageContext,
  { machine }: SiteMachine,
  files: readonly Loaded<SiteFamily>[],
): RooflineShown | null {
  const families = files.flatMap((file) => (file.status === 'loaded' ? [file.value] : []));
  const roofline = machineRoofline(families, machine, {
    ...context.state,
    families: listOf(context.state.family),
  });
  return roofline && { roofline, machine: machine.key, context };
}

function rangeNotes({ state }: PageContext): readonly string[] {
  return (
    [
      ['intensity', state.intensity],
      ['rate', state.rate],
    ] as const
  ).flatMap(([name, text]) => {
    const [from, to] = (text ?? '').split('..');
    const isHalf = text !== null && (from === '' || to === '' || to === undefined);
    if (text === null || rangeOf(text) !== null) return [];
    return [
      isHalf
        ? `The range of the ${name} needs both ends.`
        : `“${text}” is no range of the ${name}: its ends ascend from above 0.`,
    ];
  });
}

interface RooflineMenusProps {
  readonly context: PageContext;
  readonly source: Source;
  readonly shown: RooflineShown | null;
}

function RooflineMenus({ context: { index, state, go }, source, shown }: RooflineMenusProps): VNode {
  const { key } = source.machine.machine;
  const open = { machine: key };
  return (
    <>
      <MachineMenu
        index={index}
        machine={key}
        onPick={(machine) => go({ ...open, machine, dtype: null, family: null })}
      />
      {shown ? (
        <>
          <Menu
            id="dtype"
            label="type"
            options={shown.roofline.dtypes.map((dtype) => [dtype])}
            value={shown.roofline.dtype}
            onPick={(dtype) => go({ ...open, dtype, family: null, intensity: null, rate: null })}
          />
          <Menu
            id="cases"
            label="cases"
            options={[
              ['headline', 'the headline of each family'],
              ['all', 'all'],
            ]}
            value={state.allCases ? 'all' : 'headline'}
            onPick={(cases) => go({ ...open, allCases: cases === 'all' })}
          />
        </>
      ) : null}
    </>
  );
}
