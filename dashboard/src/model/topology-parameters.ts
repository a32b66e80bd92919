// The parameters of a topology that a reader may change, and the network with what was changed.
import { networkOf } from '@kernel-ladder/collectives';
import type { Network } from '@kernel-ladder/collectives';
import type { ParameterOrigin, Topology } from '@kernel-ladder/schema';

/** One parameter: its value in the file and in the address. */
export interface Parameter {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  /** Counts are whole and one at least, rates above nought, times nought at least. */
  readonly kind: Kind;
  readonly value: number;
  /** What the topology's file says. */
  readonly usual: number;
  /** Where the file has it from; null of what describes the machine. */
  readonly from: ParameterOrigin | null;
  readonly note: string | null;
}

type Kind = 'count' | 'rate' | 'time';

interface Definition {
  readonly key: string;
  readonly label: string;
  readonly kind: Kind;
  readonly origin: (
    topology: Topology,
  ) => { readonly from: ParameterOrigin; readonly note?: string | undefined } | undefined;
  /** Undefined where the topology has no such part. */
  readonly read: (network: Network) => number | undefined;
  readonly write: (network: Network, value: number) => Network;
}

const units = { count: '', rate: 'GB/s', time: 'µs' } as const;

const definitions: readonly Definition[] = [
  // Without links between them more nodes have nothing to send over.
  { ...top('nodes', 'Nodes', 'count'), read: ({ nodes, inter }) => (inter ? nodes : undefined) },
  top('ranksPerNode', 'Ranks a node', 'count'),
  top('channels', 'Channels', 'count', ({ channels }) => channels),
  top('kernelUs', 'Launch to the first byte', 'time', ({ launch }) => launch.kernelUs),
  top('hostUs', 'Host’s part of a call', 'time', ({ launch }) => launch.hostUs),
  top(
    'hostPerDoublingUs',
    'More for each doubling of ranks',
    'time',
    ({ launch }) => launch.hostPerDoublingUs,
  ),
  inside('latencyUs', 'Latency in a node', 'time', ({ intra }) => intra.latencyUs),
  inside('bandwidthGBps', 'Bandwidth of a rank’s port', 'rate', ({ intra }) => intra.bandwidthGBps),
  inside('sharedGBps', 'Bandwidth that a node shares', 'rate', ({ intra }) => intra.sharedGBps),
  between('latencyUs', 'Latency between nodes', 'time', ({ inter }) => inter?.latencyUs),
  between('messageUs', 'An adapter’s time for a message', 'time', ({ inter }) => inter?.messageUs),
  between('bandwidthGBps', 'Bandwidth of an adapter', 'rate', ({ inter }) => inter?.bandwidthGBps),
  between('adaptersPerNode', 'Adapters a node', 'count'),
  top('reduceGBps', 'Combining', 'rate', ({ reduceGBps }) => reduceGBps),
];

/** A network as the address has it. */
export interface EditedNetwork {
  readonly network: Network;
  readonly parameters: readonly Parameter[];
  /** Wishes that cannot be granted, and why. */
  readonly notes: readonly string[];
}

/** Applies `key=value` texts to a topology; the last of a key counts. */
export function editedNetwork(topology: Topology, settings: readonly string[]): EditedNetwork {
  const plain = networkOf(topology);
  const wishes = new Map(settings.map((text) => [text.split('=')[0] ?? '', text]));
  const notes: string[] = [];
  let network = plain;
  for (const [key, text] of wishes) {
    const found = definitions.find((one) => one.key === key && shownValue(one, plain) !== null);
    const value = Number(text.slice(key.length + 1) || Number.NaN);
    if (!found) notes.push(`${topology.name} has no parameter “${key}”.`);
    else if (!isAllowed(found.kind, value)) notes.push(`“${text}”: ${found.label} is ${ranges[found.kind]}.`);
    else network = found.write(network, value);
  }
  return { network, notes, parameters: parametersOf(topology, plain, network) };
}

function parametersOf(topology: Topology, plain: Network, network: Network): readonly Parameter[] {
  return definitions.flatMap((one) => {
    const [usual, value] = [shownValue(one, plain), shownValue(one, network)];
    if (usual === null || value === null) return [];
    const { key, label, kind } = one;
    const origin = one.origin(topology);
    return [
      {
        key,
        label,
        kind,
        unit: units[kind],
        value,
        usual,
        from: origin?.from ?? null,
        note: origin?.note ?? null,
      },
    ];
  });
}

// A switch that never blocks shares without end: nothing to write into a field.
function shownValue({ read }: Definition, network: Network): number | null {
  const value = read(network);
  return value === undefined || value === Infinity ? null : value;
}

const ranges = {
  count: 'a whole number from 1 to 4096',
  rate: 'a number above 0',
  time: 'a number of at least 0',
} as const;

function isAllowed(kind: Kind, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (kind === 'count') return Number.isInteger(value) && value >= 1 && value <= 4096;
  return kind === 'rate' ? value > 0 : value >= 0;
}

type TopKey =
  | 'nodes'
  | 'ranksPerNode'
  | 'channels'
  | 'kernelUs'
  | 'hostUs'
  | 'hostPerDoublingUs'
  | 'reduceGBps';

function ofTheMachine(): undefined {
  return undefined;
}

function top(
  key: TopKey,
  label: string,
  kind: Kind,
  origin: Definition['origin'] = ofTheMachine,
): Definition {
  return {
    key,
    label,
    kind,
    origin,
    read: (network) => network[key],
    write: (network, value) => ({ ...network, [key]: value }),
  };
}

function inside(
  key: keyof Network['intra'],
  label: string,
  kind: Kind,
  origin: Definition['origin'] = ofTheMachine,
): Definition {
  return {
    key: `intra.${key}`,
    label,
    kind,
    origin,
    read: ({ intra }) => intra[key],
    write: (network, value) => ({ ...network, intra: { ...network.intra, [key]: value } }),
  };
}

type InterKey = keyof NonNullable<Network['inter']>;

function between(
  key: InterKey,
  label: string,
  kind: Kind,
  origin: Definition['origin'] = ofTheMachine,
): Definition {
  return {
    key: `inter.${key}`,
    label,
    kind,
    origin,
    read: ({ inter }) => inter?.[key],
    write: (network, value) => ({ ...network, inter: network.inter && { ...network.inter, [key]: value } }),
  };
}
