// `pnpm --filter @kernel-ladder/runner journal-cost [RESULTS] [SAMPLES]`: what does it cost to keep a result, when others have been kept
// before it? The journal, beside a run file that is written anew for every result.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseResult } from '@kernel-ladder/schema';
import type { Result } from '@kernel-ladder/schema';
import { median } from '@kernel-ladder/stats';
import { sampleResult, sampleRun } from '../fixtures/testing.ts';
import { writeRun } from '../src/files/files.ts';
import { beginJournal } from '../src/run/journal.ts';

const [count = 1000, samples = 300] = process.argv.slice(2).map(Number);
const samplesNs = Array.from({ length: samples }, (_, index) => 1000 + index);
const results = Array.from({ length: count }, (_, index) => ({
  ...sampleResult(`rung-${index}`, 2000),
  samplesNs,
}));
const begun = sampleRun({ interrupted: true, results: [] });

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-journal-'));
try {
  const journal = beginJournal(join(folder, 'journal.json'), begun);
  report('journal', (result) => journal.append(parseResult('event', result)));
  const start = performance.now();
  journal.close({ ...begun, results });
  console.log(`journal   the run file, once in the end: ${(performance.now() - start).toFixed(1)} ms`);

  const kept: Result[] = [];
  report('run file', (result) => {
    kept.push(parseResult('event', result));
    writeRun(join(folder, 'run.json'), { ...begun, results: kept });
  });
} finally {
  rmSync(folder, { recursive: true });
}

function report(what: string, keep: (result: Result) => void): void {
  const took = results.map((result) => {
    const start = performance.now();
    keep(result);
    return performance.now() - start;
  });
  const typical = (from: number, to: number) => `${median(took.slice(from, to)).toFixed(3)} ms`;
  const total = took.reduce((sum, ms) => sum + ms, 0);
  console.log(
    `${what.padEnd(8)}  a result among the first ten: ${typical(0, 10)}, among the last ten: ${typical(-10, count)}, all ${count}: ${(total / 1000).toFixed(2)} s`,
  );
}
