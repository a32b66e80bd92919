// Whose kernel to take: written by hand, fused, generated, or somebody else's, by what a run says of both.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { peerGroupOf } from '@kernel-ladder/schema';
import { cell, timedOf, timeUs } from '../data.ts';
import { peerRowsOf } from '../peers.ts';
import { sourceCells } from '../report.ts';

/** A row of the table of decisions, and the result behind it. */
export interface Decision {
  readonly cells: readonly string[];
  readonly source: Row;
}

const pairs = [
  { operator: 'product and its epilogue', family: 'gemm', one: 'register', apart: 'unfused' },
  {
    operator: 'product and its epilogue, matrix unit',
    family: 'gemm',
    one: 'tensor',
    apart: 'tensor-unfused',
  },
  { operator: 'softmax in one kernel', family: 'softmax', one: 'resident', apart: 'separate' },
  { operator: 'operation of a graph', family: 'fusion', one: 'fused', apart: 'separate' },
  { operator: 'chain of maps', family: 'fusion', one: 'chain-fused', apart: 'chain-separate' },
  { operator: 'whole graph', family: 'fusion', one: 'compiled', apart: 'separate' },
] as const;

/** When to fuse: of each pair of one run, the case in which fusing gains least, and what it gains there. */
export function whenToFuse(machine: MachineRows | null): readonly Decision[] {
  return pairs.flatMap(({ operator, family, one, apart }) => {
    const rows = timedOf(machine, family);
    const found = rows
      .filter(({ result }) => result.variant === one)
      .flatMap((fused) => {
        const other = rows.find(
          ({ result, run }) =>
            result.variant === apart && result.case === fused.result.case && run.id === fused.run.id,
        );
        return other ? [{ fused, gain: timeUs(other) / timeUs(fused) }] : [];
      });
    const [least] = found.toSorted((a, b) => a.gain - b.gain);
    if (!least) return [];
    const { fused, gain } = least;
    const verdict = gain >= 1 ? `fuse: \`${one}\`` : `keep apart here: \`${apart}\``;
    const threshold = `${cell(gain, '×')} at least, of ${found.length} ${found.length === 1 ? 'case' : 'cases'}`;
    return [
      {
        cells: [
          operator,
          'the next operator reads the result once',
          threshold,
          verdict,
          ...sourceCells(fused),
        ],
        source: fused,
      },
    ];
  });
}

/** Whether somebody else's kernel is the faster one: of each family and kind of peer, the case with most work. */
export function whoseToTake(machine: MachineRows | null): readonly Decision[] {
  const groups = Map.groupBy(
    peerRowsOf(machine).pairs.filter(({ peer }) => peerGroupOf(peer.result) !== 'cpu'),
    ({ peer }) => `${peer.result.family} ${peerGroupOf(peer.result)} ${peer.result.dtype.in}`,
  );
  const inOrder = [...groups].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return inOrder.flatMap(([, group]) => {
    const [most] = group.toSorted(
      (a, b) => workOf(b.peerRow) - workOf(a.peerRow) || timeUs(a.peerRow) - timeUs(b.peerRow),
    );
    if (!most) return [];
    const { ownRow, peerRow, ratio } = most;
    const { family, dtype } = ownRow.result;
    const [own, theirs] = [`\`${ownRow.result.variant}\``, `\`${peerRow.result.variant}\``];
    return [
      {
        cells: [
          `${family}, ${dtype.in}`,
          peerGroupOf(peerRow.result) === 'cuda'
            ? 'the caller may leave WebGPU'
            : 'a WebGPU library is at hand',
          cell(ratio.value, '×'),
          ratio.value >= 1 ? `our ${own} over ${theirs}` : `${theirs} over our ${own}`,
          ...sourceCells(peerRow),
        ],
        source: peerRow,
      },
    ];
  });
}

function workOf({ result }: Row): number {
  return result.work.flops + result.work.minBytes;
}
