// `pnpm --filter @kernel-ladder/stats quality [aa-*.json …]`: measures every error rate, writes quality.json and the README's tables.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toText } from './compact.ts';
import { launchNoise, readLaunches, runLaunches } from './launches.ts';
import { wholePlan } from './plan.ts';
import { runTasks } from './pool.ts';
import { collect, markdown } from './document.ts';

const [begin, end] = ['<!-- quality: generated -->', '<!-- /quality -->'];

const files = process.argv.slice(2).filter((argument) => argument !== '--');
const real = files.map((file) => {
  const launches = readLaunches(JSON.parse(readFileSync(file, 'utf8')), file);
  return [basename(file), launches] as const;
});
const launches = real.flatMap(([file, medians]) => runLaunches(file, medians));
const noise = real.flatMap(([file, medians]) => launchNoise(file, medians));
const tasks = wholePlan();
const results = await runTasks(tasks, (done) => {
  if (done % 20 === 0 || done === tasks.length) console.error(`${done} of ${tasks.length} tasks`);
});
const quality = collect(results, { launches, noise });
const dataFile = fileURLToPath(new URL('quality.json', import.meta.url));
writeFileSync(dataFile, toText(quality));
const readme = fileURLToPath(new URL('../README.md', import.meta.url));
const [before, rest] = readFileSync(readme, 'utf8').split(begin);
const after = rest?.split(end)[1];
if (before === undefined || after === undefined)
  throw new Error(`${readme}: no "${begin}" followed by "${end}" to fill`);
const tables = markdown(quality);
writeFileSync(readme, `${before}${begin}\n\n${tables}\n\n${end}${after}`);
console.log(tables);
