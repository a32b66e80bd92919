// The columns of a run's file of results.
import { tunedText } from '@kernel-ladder/schema';
import type { CsvColumn } from '../csv.ts';
import type { RunRow } from './run-rows.ts';

const timed = (title: string, of: (timing: NonNullable<RunRow['timing']>) => string | number | null) => ({
  title,
  value: ({ timing }: RunRow) => (timing === null ? null : of(timing)),
});

/** Times in ns as they were recorded. */
export const runCsv: readonly CsvColumn<RunRow>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'status', value: ({ result }) => result.status },
  timed('median, ns', ({ medianNs }) => medianNs),
  timed('95 % interval low, ns', ({ ciLowNs }) => ciLowNs),
  timed('95 % interval high, ns', ({ ciHighNs }) => ciHighNs),
  timed('least, ns', ({ minNs }) => minNs),
  timed('p05, ns', ({ p05Ns }) => p05Ns),
  timed('p25, ns', ({ p25Ns }) => p25Ns),
  timed('p75, ns', ({ p75Ns }) => p75Ns),
  timed('p95, ns', ({ p95Ns }) => p95Ns),
  timed('p99, ns', ({ p99Ns }) => p99Ns ?? null),
  timed('greatest, ns', ({ maxNs }) => maxNs),
  timed('mean, ns', ({ meanNs }) => meanNs),
  timed('standard deviation, ns', ({ sdNs }) => sdNs),
  timed('samples', ({ n }) => n),
  timed('stopped by', ({ stopReason }) => stopReason),
  timed('cache', ({ cache }) => cache),
  { title: 'bandwidth, GB/s', value: ({ result }) => result.metrics?.gbps ?? null },
  { title: 'rate, Gop/s', value: ({ result }) => result.metrics?.gflops ?? null },
  { title: 'share of roof, %', value: ({ result }) => result.metrics?.pctOfRoof ?? null },
  { title: 'error over tolerance', value: ({ error }) => error },
  { title: 'largest absolute error', value: ({ result }) => result.check?.maxAbs ?? null },
  { title: 'largest relative error', value: ({ result }) => result.check?.maxRel ?? null },
  { title: 'oracle', value: ({ result }) => result.check?.oracle ?? null },
  { title: 'coverage', value: ({ coverage }) => coverage },
  { title: 'kernel', value: ({ result }) => result.kernelHash ?? null },
  { title: 'tuned', value: ({ result: { tuned } }) => (tuned ? tunedText(tuned) : null) },
  { title: 'why', value: ({ why }) => why },
];
