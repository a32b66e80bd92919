// Allreduce: what ranks of one device took, what NCCL took over links, and what the model of a machine says of both.
import { rankFault, references } from '@kernel-ladder/collectives';
import type { SiteFamily } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { callLabels, callMetrics } from '../charts/allreduce.ts';
import { loadFamily } from '../data.ts';
import type { Loaded } from '../data.ts';
import { emptyMessage, fileNotices, noteLine } from '../messages.ts';
import type { AllreduceQuestion } from '../model/allreduce.ts';
import { deviceLines, eventLines, libraryLines, modelLines, rankCounts } from '../model/allreduce.ts';
import { editedNetwork } from '../model/topology-parameters.ts';
import { once } from '../once.ts';
import { selectSource } from '../selection.ts';
import type { Source } from '../selection.ts';
import type { ViewState } from '../state.ts';
import { topologies } from '../topologies.ts';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Menu } from '../ui/menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { DeviceSection, LinksSection, TopologySection } from '../views/allreduce.tsx';
import type { AllreduceShown } from '../views/allreduce-shown.ts';
import { CallsSection } from '../views/calls.tsx';
import type { PageContext, Tree } from './context.ts';

const collective = 'allreduce';
const usualRanks = 8;

const familyOf = once(async (key: string): Promise<Loaded<SiteFamily>> => loadFamily(key, collective));

/** Loads the family of allreduces of the machine that the address names. */
export async function allreducePage(context: PageContext): Promise<Tree> {
  const source = selectSource(context.index, { ...context.state, family: null });
  const [usual] = topologies;
  if (!source || !usual) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const { machine, families } = source.machine;
  const file = families.includes(collective) ? await familyOf(machine.key) : nothingMeasured;
  const family = file.status === 'loaded' ? file.value : null;
  const topology = topologies.find(({ name }) => name === context.state.topology) ?? usual;
  const shown = shownOf(context, { family, machine: machine.key, topology });
  const counts = rankCounts(family, references, shown.edited.network);
  const notes = [...source.notes, ...shown.edited.notes, ...wishNotes(context.state, shown, counts)];
  return {
    controls: <AllreduceMenus source={source} shown={shown} counts={counts} />,
    notices: <Raw nodes={[...notes.map(noteLine), ...fileNotices(file, 'ranks of one device')]} />,
    body: (
      <>
        <LinksSection shown={shown} />
        <TopologySection shown={shown} />
        <DeviceSection shown={shown} />
        <CallsSection shown={shown} />
      </>
    ),
  };
}

const nothingMeasured = { status: 'absent', file: '' } as const;

type Lines = Pick<AllreduceShown, 'device' | 'library' | 'model' | 'events'>;

// Another order or theme asks for the same lines, which take a part of a second.
let latest: { readonly key: string; readonly lines: Lines } | null = null;

function linesOf(family: SiteFamily | null, question: AllreduceQuestion): Lines {
  return {
    device: deviceLines(family, question.ranks),
    library: libraryLines(family, references, question),
    model: modelLines(question),
    events: eventLines(question),
  };
}

type Chosen = Pick<AllreduceShown, 'machine' | 'topology'> & { readonly family: SiteFamily | null };

function shownOf(context: PageContext, { family, machine, topology }: Chosen): AllreduceShown {
  const { state } = context;
  const edited = editedNetwork(topology, state.set);
  const { network } = edited;
  const counts = rankCounts(family, references, network);
  const ranks = counts.find((count) => String(count) === state.ranks) ?? usualRanks;
  const question = {
    network,
    ranks,
    about: state.set.length > 0 ? `${topology.name}, changed` : topology.name,
  };
  const key = JSON.stringify([machine, topology.name, state.set, ranks, family === null]);
  if (latest?.key !== key) latest = { key, lines: linesOf(family, question) };
  return {
    machine,
    ranks,
    metric: callMetrics.find((one) => one === state.metric) ?? 'busbw',
    topology,
    edited,
    ...latest.lines,
    fault: rankFault(network, ranks),
    context,
  };
}

function wishNotes(
  { topology, ranks, metric }: ViewState,
  shown: AllreduceShown,
  counts: readonly number[],
): readonly string[] {
  return [
    ...(topology !== null && topology !== shown.topology.name
      ? [`No topology “${topology}” here; showing ${shown.topology.name}.`]
      : []),
    ...(ranks !== null && !counts.some((count) => String(count) === ranks)
      ? [`Nothing is known of ${ranks} ranks here; showing ${shown.ranks}.`]
      : []),
    ...(metric !== null && metric !== shown.metric
      ? [`No metric “${metric}” here; showing ${callLabels[shown.metric].toLowerCase()}.`]
      : []),
  ];
}

interface AllreduceMenusProps {
  readonly source: Source;
  readonly shown: AllreduceShown;
  readonly counts: readonly number[];
}

function AllreduceMenus({ source, shown, counts }: AllreduceMenusProps): VNode {
  const { index, go } = shown.context;
  const { key } = source.machine.machine;
  return (
    <>
      <MachineMenu index={index} machine={key} onPick={(machine) => go({ machine })} />
      <Menu
        id="ranks"
        label="ranks"
        options={counts.map((count) => [String(count)])}
        value={String(shown.ranks)}
        onPick={(ranks) => go({ machine: key, ranks })}
      />
      <Menu
        id="metric"
        label="metric"
        options={callMetrics.map((metric) => [metric, callLabels[metric]])}
        value={shown.metric}
        onPick={(metric) => go({ machine: key, metric })}
      />
    </>
  );
}
