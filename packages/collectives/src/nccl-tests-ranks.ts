// How many ranks took part, and whether the rows are an allreduce's: busbw/algbw is 2(n − 1)/n for that alone.
import { fault } from './nccl-tests-row.ts';
import type { Line, ParsedRow } from './nccl-tests-row.ts';

/** A rank's line in the list of devices. */
export interface Device {
  readonly host: string;
  readonly name: string;
}

/** Reads the `#  Rank 0 Group 0 Pid 1 on HOST device 0 [0x8d] NAME` lines. */
export function readDevices(lines: readonly Line[]): readonly Device[] {
  return lines.flatMap(({ text }) => {
    const [, host, name] =
      /^#\s+Rank\s+\d+ .*\bon\s+(\S+)\s+device\s+\d+ \[\S+\]\s+(.+?)\s*$/.exec(text) ?? [];
    return host === undefined || name === undefined ? [] : [{ host, name }];
  });
}

/** The machine in words: what there is of each kind, and over how many nodes where that is more than one. */
export function machineOf(devices: readonly Device[]): string {
  const kinds = [...Map.groupBy(devices, ({ name }) => name)].map(([name, all]) => `${all.length} × ${name}`);
  const hosts = [...Map.groupBy(devices, ({ host }) => host).values()].map(({ length }) => length);
  const where = hosts.length > 1 ? ` on ${hosts.length} nodes (${hosts.join(' + ')})` : '';
  return kinds.length > 0 ? kinds.join(', ') + where : 'unknown';
}

/**
 * The number of ranks: of the devices where they are listed, else the one that busbw/algbw of the largest message gives.
 * Throws InvalidDocument where that is not an allreduce's, or not one number only.
 */
export function ranksOf(rows: readonly ParsedRow[], devices: readonly Device[]): number {
  // The largest rate has the most digits.
  const widest = rows.reduce((a, b) => (b.algbw.value > a.algbw.value ? b : a));
  const ratio = `busbw/algbw = ${widest.busbw.value}/${widest.algbw.value}`;
  if (devices.length > 0) {
    if (fits(widest, devices.length)) return devices.length;
    throw fault(widest.line, `${ratio} is not the 2(n−1)/n of an allreduce of ${devices.length} ranks`);
  }
  const ranks = Math.round(2 / (2 - widest.busbw.value / widest.algbw.value));
  if (!(ranks >= 2 && fits(widest, ranks)))
    throw fault(widest.line, `no "# Rank" lines, and ${ratio} is no 2(n−1)/n of an allreduce`);
  if (fits(widest, ranks + 1) || (ranks > 2 && fits(widest, ranks - 1)))
    throw fault(widest.line, `no "# Rank" lines, and ${ratio} fits more than one number of ranks`);
  return ranks;
}

// Within what printing rounds away.
function fits({ algbw, busbw }: ParsedRow, ranks: number): boolean {
  const factor = (2 * (ranks - 1)) / ranks;
  return Math.abs(busbw.value - factor * algbw.value) <= busbw.slack + factor * algbw.slack + 1e-9;
}
