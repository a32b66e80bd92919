// Sweeps: any family whose cases differ by parameters, along one of them or over two.
import { loadFamily } from '../data.ts';
import { metricLabel } from '../format.ts';
import { el } from '../dom.ts';
import { emptyMessage, fileNotices, hollow, noteLine } from '../messages.ts';
import { fastestRung, rungsIn } from '../model/heat.ts';
import { landscapeOf } from '../model/landscape.ts';
import { once } from '../once.ts';
import { selectSource } from '../selection.ts';
import type { Source } from '../selection.ts';
import type { SiteFamily } from '@kernel-ladder/schema';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Menu } from '../ui/menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { LandscapeSection } from '../views/landscape.tsx';
import type { LandscapeShown } from '../views/landscape.tsx';
import { SpotsSection } from '../views/spots.tsx';
import type { PageContext, Tree } from './context.ts';

const familyOf = once(async (key: string, family: string) => loadFamily(key, family));

/** Loads the family that the address names. */
export async function sweepsPage(context: PageContext): Promise<Tree> {
  const source = selectSource(context.index, context.state);
  if (!source) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const file = await familyOf(source.machine.machine.key, source.family);
  const shown = file.status === 'loaded' ? shownOf(context, source, file.value) : null;
  const notes = [...source.notes, ...(shown?.landscape.notes ?? []), ...(shown ? rungNotes(shown) : [])];
  return {
    controls: <SweepMenus context={context} source={source} shown={shown} />,
    notices: <Raw nodes={[...notes.map(noteLine), ...fileNotices(file, 'its sweeps')]} />,
    body: shown ? (
      <>
        <LandscapeSection {...shown} />
        <SpotsSection {...shown} />
      </>
    ) : (
      <Raw nodes={file.status === 'loaded' ? [nothingSwept(source)] : []} />
    ),
  };
}

function nothingSwept({ family }: Source): HTMLElement {
  const title = `No parameter of ${family} has two timed values on this machine`;
  return hollow(title, el('code', {}, `pnpm bench --select ${family}`), ' measures its cases.');
}

function shownOf(
  context: PageContext,
  { machine: { machine } }: Source,
  family: SiteFamily,
): LandscapeShown | null {
  const { across, up, at, metric } = context.state;
  const wish = { across, up, at: wishesOf(at), metric };
  const landscape = landscapeOf(family, wish, machine.software);
  return landscape && { landscape, family, machine, context };
}

function rungNotes({ landscape, family, context }: LandscapeShown): readonly string[] {
  const { rung } = context.state;
  const isThere = rung === null || rung === fastestRung || rungsIn(landscape).includes(rung);
  return isThere ? [] : [`No rung “${rung}” of ${family.family} here; showing the fastest of each cell.`];
}

/** Reads `key=value` texts; the last of a key counts. */
export function wishesOf(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [key = '', ...value] = text.split('=');
      return [key, value.join('=')];
    }),
  );
}

interface SweepMenusProps {
  readonly context: PageContext;
  readonly source: Source;
  readonly shown: LandscapeShown | null;
}

function SweepMenus({ context: { index, go }, source, shown }: SweepMenusProps) {
  const { machine, families } = source.machine;
  const open = { machine: machine.key, family: source.family };
  const other = { ...open, across: null, up: null, at: [], metric: null, rung: null, sort: null };
  return (
    <>
      <MachineMenu index={index} machine={machine.key} onPick={(key) => go({ ...other, machine: key })} />
      <Menu
        id="family"
        label="family"
        options={families.map((name) => [name])}
        value={source.family}
        onPick={(family) => go({ ...other, family })}
      />
      {shown ? (
        <Menu
          id="metric"
          label="metric"
          options={shown.landscape.metrics.map((id) => [id, metricLabel(id, shown.family.ladder.simulated)])}
          value={shown.landscape.metric}
          onPick={(metric) => go({ ...open, metric })}
        />
      ) : null}
    </>
  );
}
