// `pnpm --filter @kernel-ladder/stats speed [SERIES] [POINTS]`: how long does judging a whole history take, on one core?
import { createRandom, detect, normal, uniform } from '../src/index.ts';

const [series = 500, points = 500] = process.argv.slice(2).map(Number);

// A change about every hundred commits and 1 % of noise; one commit in fifty is a spike.
function history(seed: number, count: number): readonly number[] {
  const random = createRandom(seed);
  let level = 1e6;
  return Array.from({ length: count }, () => {
    if (uniform(random) < 0.01) level *= uniform(random) < 0.5 ? 1.06 : 0.94;
    const spike = uniform(random) < 0.02 ? 1.15 : 1;
    return level * spike * Math.exp(0.01 * normal(random));
  });
}

for (const count of [Math.round(points / 4), Math.round(points / 2), points]) {
  const histories = Array.from({ length: series }, (_, seed) => history(seed, count));
  const start = performance.now();
  const changes = histories.reduce(
    (sum, values, seed) => sum + detect({ values, direction: 'lower', id: String(seed) }).changes.length,
    0,
  );
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${series} series × ${count} points: ${seconds.toFixed(1)} s, ${((1000 * seconds) / series).toFixed(1)} ms a series, ${changes} changes`,
  );
}
