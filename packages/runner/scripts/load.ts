// `pnpm --filter @kernel-ladder/runner load [FILES] [RUN]`: how long does it take to load a long history? FILES copies of a recorded
// run (the repository's newest unless given), as `record` writes them: without raw samples.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gateOf, unknownNoise } from '@kernel-ladder/publish';
import { parseRun } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import { gather, historyFiles, readHistoryRun, readRuns } from '@kernel-ladder/schema/node';
import { writeRun } from '../src/files/files.ts';
import { toHistory } from '../src/files/shorten.ts';

const [count = '10000', file] = process.argv.slice(2);
const cwd = process.env['INIT_CWD'] ?? process.cwd();
const root = fileURLToPath(new URL('../../../', import.meta.url));
const newest = historyFiles(join(root, 'dashboard', 'history')).at(-1) ?? '';
const source = file === undefined ? newest : resolve(cwd, file);
const sample = toHistory(parseRun(source, JSON.parse(readFileSync(source, 'utf8'))));

// One commit a file, and a different time each, so that nothing can be remembered from one to the next.
function runAt(at: number): Run {
  const sha = at.toString(16).padStart(40, '0');
  const date = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();
  return {
    ...sample,
    run: { ...sample.run, id: `run-${at}`, startedAt: date, commit: { ...sample.run.commit, sha, date } },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-load-'));
try {
  const own = join(folder, sample.machine.key);
  mkdirSync(own);
  writeRun(join(own, 'first.json'), sample);
  const bytes = statSync(join(own, 'first.json')).size;
  rmSync(join(own, 'first.json'));
  for (let at = 0; at < Number(count); at++) {
    const run = runAt(at);
    writeFileSync(
      join(own, `${run.run.commit.date.slice(0, 10)}-${String(at).padStart(8, '0')}.json`),
      JSON.stringify(run),
    );
  }
  console.log(`${count} files of ${sample.results.length} results, ${(bytes / 1e3).toFixed(0)} kB each`);
  const start = performance.now();
  const series = new Map<string, number[]>();
  // Nothing of a file is kept but its times: a history may be longer than memory.
  const { faults } = gather(historyFiles(folder), (name) => {
    for (const { id, timing } of readHistoryRun(name).results) {
      if (!timing) continue;
      const values = series.get(id) ?? [];
      values.push(timing.medianNs);
      series.set(id, values);
    }
  });
  const seconds = (performance.now() - start) / 1000;
  const memory = process.memoryUsage().rss / 1e6;
  const rate = ((1000 * seconds) / Number(count)).toFixed(2);
  console.log(
    `${series.size} series in ${seconds.toFixed(1)} s, ${rate} ms a file, ${memory.toFixed(0)} MB resident, ${faults.length} faults`,
  );
  const { runs } = readRuns(historyFiles(folder).slice(-200));
  const judging = performance.now();
  const gate = gateOf(runs, unknownNoise);
  console.log(
    `gate over the newest ${runs.length}: ${(performance.now() - judging).toFixed(0)} ms, ${gate?.judged ?? 0} ids`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
