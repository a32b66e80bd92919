// What the closed forms miss: simulated times beside formulas in which no two messages ever meet.
import { phasesOf } from './algorithms.ts';
import { formatBytes, markdown } from './calibration-table.ts';
import { framed, place } from './network.ts';
import type { Network } from './network.ts';
import { phasesUs } from './phases.ts';
import { algorithms, schedules } from './schedules/index.ts';
import type { Algorithm } from './schedules/index.ts';
import { simulate } from './simulate.ts';

/** A machine and a message to compare on. */
export interface ContentionCase {
  readonly topology: string;
  readonly ranks: number;
  readonly bytes: number;
}

/** One algorithm's simulated time beside its closed forms, in µs. */
export interface ContentionRow {
  readonly algorithm: Algorithm;
  readonly simulatedUs: number;
  /** Every message has a link to itself. */
  readonly aloneUs: number;
  /** Messages of a step share fabrics and adapters. */
  readonly countedUs: number;
}

const cases: readonly ContentionCase[] = [
  { topology: 'h200-nvswitch-8', ranks: 8, bytes: 2 ** 26 },
  { topology: 'pcie-box', ranks: 8, bytes: 2 ** 26 },
  { topology: 'ib-400g-4x8', ranks: 32, bytes: 2 ** 26 },
];

/** Compares every algorithm on one machine; elements are f32, links carry the last protocol, and a step ends with its reduction. */
export function contention(network: Network, { ranks, bytes }: ContentionCase): readonly ContentionRow[] {
  const placement = place(network, ranks);
  const [protocol] = network.protocols.slice(-1);
  if (!protocol) throw new Error('a topology needs a protocol');
  const links = framed(network, protocol);
  return algorithms.map((algorithm) => {
    const schedule = schedules[algorithm]({ ranks, elements: bytes / 4, nodes: placement.nodes });
    const phases = phasesOf(algorithm, bytes, placement);
    const striped = phases.some((phase) => phase.striped);
    return {
      algorithm,
      simulatedUs: simulate(schedule, links, 4, { striped }).moveUs,
      aloneUs: phasesUs(phases, links, { reduction: 'sequential', contention: 'ignored' }),
      countedUs: phasesUs(phases, links, { reduction: 'sequential', contention: 'counted' }),
    };
  });
}

/** The whole document. */
export function contentionTable(networkNamed: (name: string) => Network): string {
  return [
    '# Simulated times beside closed forms',
    'Written by `pnpm --filter @kernel-ladder/collectives simulate --write`; do not edit. Modelled times in µs of the schedules as they stand, step by step, launch excluded. _Alone_: the closed form in which every message has a link to itself. _Counted_: messages of a step share fabrics and adapters.',
    ...cases.flatMap((example) => section(example, networkNamed(example.topology))),
  ]
    .join('\n\n')
    .concat('\n');
}

function section(example: ContentionCase, network: Network): readonly string[] {
  const rows = contention(network, example).map(({ algorithm, simulatedUs, aloneUs, countedUs }) => [
    algorithm,
    simulatedUs.toFixed(0),
    aloneUs.toFixed(0),
    (simulatedUs / aloneUs).toFixed(2),
    countedUs.toFixed(0),
    (simulatedUs / countedUs).toFixed(2),
  ]);
  const head = ['algorithm', 'simulated', 'alone', 'simulated/alone', 'counted', 'simulated/counted'];
  return [
    `## ${example.topology}, ${example.ranks} ranks, ${formatBytes(example.bytes)}`,
    markdown(head, rows),
  ];
}
