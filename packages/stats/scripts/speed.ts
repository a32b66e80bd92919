// `pnpm --filter @kernel-ladder/stats speed [SERIES] [POINTS]`: how long does judging a history take, on one core?
import { restless, restlessSeries } from '../quality/cost.ts';
import type { RestlessName } from '../quality/cost.ts';
import { detect, quantile } from '../src/index.ts';

const [series = 50, points = 500] = process.argv.slice(2).map(Number);

// Time of this thread alone: on a shared machine others' work does not count.
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage().user;
  work();
  return (process.threadCpuUsage().user - before) / 1000;
}

for (const kind of Object.keys(restless) as readonly RestlessName[]) {
  const times = Array.from({ length: series }, (_, index) => {
    const values = restlessSeries(kind, points, index);
    return cpuMs(() => detect({ values, direction: 'lower', id: String(index) }));
  }).toSorted((a, b) => a - b);
  const [median, worst] = [quantile(times, 0.5), quantile(times, 1)];
  console.log(
    `${series} × ${points} points, ${kind}: median ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
  );
}
