// How far the picked rung is from the best one: `pnpm --filter @kernel-ladder/kernel-reduce bench:pick [software]`.
// Thirty lengths between 2^4 and 2^28, none of them one that the suites time.
import {
  createClock,
  fileLoader,
  measureRulers,
  openGpu,
  profileMachine,
  timeVariants,
} from '@kernel-ladder/harness/node';
import { family } from './family.ts';
import { pickVariant } from './pick.ts';
import { reduceCase } from './vector/cases.ts';

const wanted = process.argv[2] === 'software' ? 'software' : 'auto';
const gpu = await openGpu({ kind: wanted });
const machine = await profileMachine(gpu);
const ruler = await measureRulers(gpu, machine.llc?.bytes ?? 0);
const clock = await createClock(gpu, ruler.fmaNs);
const load = fileLoader(new URL('./kernels/', import.meta.url));

// On one workgroup, or on a CPU, a large vector takes a second and tells nothing new.
const largest = gpu.facts.software ? 2 ** 16 : 2 ** 28;
const tooSlow = (variant: string, { n }: { readonly n: number }) => variant === 'naive' && n > 2 ** 22;
const lengths = Array.from({ length: 30 }, (_, index) => Math.round(2 ** (4.1 + (23.9 * index) / 29) * 0.98));

const print = (text: string) => process.stdout.write(`${text}\n`);
print(`${machine.adapter.name}, ${machine.driver}`);
print(['n'.padStart(10), 'picked'.padEnd(12), 'best'.padEnd(12), 'picked/best'].join('  '));
const ratios: number[] = [];
for (const n of lengths.filter((length) => length <= largest)) {
  const times = await timeVariants(
    gpu,
    { family, load, machine, clock, effort: 'quick', tooSlow },
    reduceCase(n),
  );
  const picked = pickVariant(n, gpu.facts);
  const [best = picked, bestNs = Number.NaN] = [...times].toSorted(([, a], [, b]) => a - b)[0] ?? [];
  const ratio = (times.get(picked) ?? Number.NaN) / bestNs;
  ratios.push(ratio);
  print([String(n).padStart(10), picked.padEnd(12), best.padEnd(12), ratio.toFixed(3)].join('  '));
}
const within = ratios.filter((ratio) => ratio <= 1.1).length;
print(`within 10 % of the best: ${within} of ${ratios.length}; worst ${Math.max(...ratios).toFixed(3)}`);
process.exit(0);
