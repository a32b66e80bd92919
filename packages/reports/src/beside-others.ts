// Our best rung of each case beside everybody else's: the vendor's own, WebGPU libraries, loops on the CPU.
import { peerGroupOf } from '@kernel-ladder/schema';
import type { PeerGroup, Ratio } from '@kernel-ladder/schema';
import { shortNumber } from '@kernel-ladder/curriculum';
import { cell, mainMachine, timingText } from './data.ts';
import { timeHead, timeUnit } from './metric-columns.ts';
import { unpairedSection, whoSection } from './peer-sections.ts';
import { peerRowsOf } from './peers.ts';
import type { Pair } from './peers.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

interface Group {
  readonly group: PeerGroup;
  readonly title: string;
  readonly name: string;
  /** What brings rows of it. */
  readonly remedy: string;
}

const groups: readonly Group[] = [
  {
    group: 'cuda',
    title: 'The vendor’s own, through CUDA',
    name: 'CUDA',
    remedy: '`pnpm bench --peers` measures them on a host whose `python3` has torch',
  },
  {
    group: 'webgpu',
    title: 'WebGPU libraries',
    name: 'a WebGPU library',
    remedy: '`pnpm bench --peers` measures them on the device of the rungs',
  },
  {
    group: 'cpu',
    title: 'On the CPU, and with transfers',
    name: 'the CPU',
    remedy: '`pnpm bench --peers` measures them on the host',
  },
];
const others: Group = { group: 'other', title: 'Others', name: 'others', remedy: '' };

const columns = [
  'case',
  'best rung',
  `ours: ${timeHead}`,
  'peer',
  `its: ${timeHead}`,
  `a call of it: ${timeHead}`,
  'ratio',
  'cache',
  'not alike',
  ...sourceColumns,
];

/** The page: a table a group of peers, who they are, and what could not be set beside anything. */
export function besideOthers(input: ReportInput): Report {
  const machine = mainMachine(input);
  const { pairs, unpaired } = peerRowsOf(machine);
  const rows = { pairs: pairs.toSorted(byCase), unpaired };
  const shown = [...groups, ...(ofGroup(rows.pairs, others).length > 0 ? [others] : [])];
  return writeReport({
    name: 'beside-others',
    title: 'Beside others',
    intro:
      'Somebody else’s implementation of the same problem: the same inputs, the same check, the same machine, the same run. The ratio is how many times as fast the fastest rung of ours is: 2 × is half the time, and below 1 × the peer is faster. Its 95 % interval is of both medians; what differs between runs is not in it. A rung that throttled or that breaks on purpose does not stand for ours. Where both were measured, cold stands beside cold and hot beside hot. A call of a peer is what its user waits, by the host’s clock; the ratio is of the times on the device.',
    sections: [
      ...shown.map((group) => groupSection(group, ofGroup(rows.pairs, group))),
      whoSection(rows),
      unpairedSection(rows.unpaired),
    ],
    missing: input.families.flatMap(({ name }) => missingOf(name, pairs)),
  });
}

// By family and case, and the fastest peer of a case first.
function byCase(a: Pair, b: Pair): number {
  const [left, right] = [a, b].map(({ own }) => `${own.result.family} ${own.result.case}`);
  return (left ?? '').localeCompare(right ?? '', 'en', { numeric: true }) || a.ratio.value - b.ratio.value;
}

function ofGroup(pairs: readonly Pair[], { group }: Group): readonly Pair[] {
  return pairs.filter(({ peer }) => peerGroupOf(peer.result) === group);
}

function groupSection({ title, remedy }: Group, pairs: readonly Pair[]): Section {
  if (pairs.length === 0) {
    const text = `No recorded run of this machine has such a row that may be compared; ${remedy}.`;
    return { title, text, columns: [], rows: [], sources: [] };
  }
  const faster = pairs.filter(({ ratio: { interval } }) => interval && interval[0] > 1).length;
  const slower = pairs.filter(({ ratio: { interval } }) => interval && interval[1] < 1).length;
  return {
    title,
    text: `Beyond both intervals, our best rung is faster in ${faster} of ${pairs.length} rows and slower in ${slower}.`,
    columns,
    rows: pairs.map(lineOf),
    sources: pairs.map(({ peerRow }) => peerRow),
  };
}

function lineOf(pair: Pair): readonly string[] {
  const { own, peer, ratio, peerRow } = pair;
  return [
    `\`${own.result.case}\``,
    `${own.result.family}/${own.result.variant}`,
    timingText(own.timing),
    `\`${peer.result.variant}\``,
    timingText(peer.timing),
    peer.result.wallNs === undefined ? '' : cell(peer.result.wallNs / timeUnit.divisor),
    ratioText(ratio),
    own.timing.cache === peer.timing.cache
      ? own.timing.cache
      : `${own.timing.cache}, its ${peer.timing.cache}`,
    differences(pair).join('; '),
    ...sourceCells(peerRow),
  ];
}

function ratioText({ value, interval }: Ratio): string {
  return `${threeDigits(value)} ×${interval ? ` (${interval.map(threeDigits).join(' to ')})` : ''}`;
}

function threeDigits(value: number): string {
  return shortNumber(Number(value.toPrecision(3)));
}

// What makes a ratio say less than it seems to.
function differences({ own, peer, peerRow }: Pair): readonly string[] {
  const { clock } = peer.timing;
  const [ours, its] = [own.result.dtype.acc, peer.result.dtype.acc];
  return [
    ...(clock === 'host' ? ['the host’s clock, ours GPU timestamps'] : []),
    ...(clock === 'peer' ? [peer.peer.timedBy] : []),
    ...(peer.peer.api === 'cuda' ? [`through CUDA, ours ${peerRow.machine.backend}`] : []),
    ...(own.timing.hazard === peer.timing.hazard ? [] : [`${peer.timing.hazard}, ours ${own.timing.hazard}`]),
    ...(ours === its ? [] : [`adds in ${its}, ours in ${ours}`]),
  ];
}

function missingOf(family: string, pairs: readonly Pair[]): readonly string[] {
  const own = pairs.filter(({ peer }) => peer.result.family === family);
  const lacking = groups.filter((group) => ofGroup(own, group).length === 0).map(({ name }) => name);
  return lacking.length > 0 ? [`\`${family}\`: a row of ${lacking.join(', of ')}`] : [];
}
