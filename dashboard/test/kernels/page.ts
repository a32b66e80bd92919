// Every family on navigator.gpu: the same kernels, harness and checks as in Node, found by their folders.
import { closeDevice } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { openBrowserGpu } from '@kernel-ladder/gpu/browser';
import { planFor } from '@kernel-ladder/harness';
import {
  closeWorkbench,
  execute,
  findSubject,
  listFamily,
  openWorkbench,
  pageHost,
  profileMachine,
} from '@kernel-ladder/harness/run';
import type { Machine, Result } from '@kernel-ladder/schema';
import { families } from '../../src/here/families.ts';
import type { LoadedFamily } from '../../src/here/families.ts';

/** What the page tells the test. */
export interface PageReport {
  readonly machine: Machine;
  readonly families: readonly FamilyReport[];
  readonly leftBuffers: number;
}

/** One family's first runnable id, of a generated rung where it has one, and what it was busy with. */
export interface FamilyReport {
  readonly listed: number;
  readonly result: Result;
  readonly phases: readonly string[];
}

async function run(): Promise<PageReport | string> {
  const gpu = await openBrowserGpu();
  if (!gpu) return 'no adapter';
  const machine = await profileMachine(gpu, pageHost());
  const reports: FamilyReport[] = [];
  for (const loaded of families) reports.push(await runOne(gpu, machine, loaded));
  return { machine, families: reports, leftBuffers: closeDevice(gpu) };
}

async function runOne(gpu: Gpu, machine: Machine, { family, load }: LoadedFamily): Promise<FamilyReport> {
  const phases = new Set<string>();
  const bench = openWorkbench({
    gpu,
    family,
    load,
    machine,
    effort: 'quick',
    edgeCases: false,
    onProgress: (phase) => phases.add(phase),
  });
  try {
    const { ids } = listFamily(family, gpu);
    const runnable = ids.filter(({ status, sizes }) => status === 'runnable' && sizes.includes('tiny'));
    const subjects = runnable.map(({ id }) => findSubject(family, id));
    const isGenerated = ({ variant, params }: (typeof subjects)[number]) => {
      const plan = planFor(variant, params, gpu.facts);
      return !('skip' in plan) && plan.passes.some(({ wgsl }) => 'text' in wgsl);
    };
    const subject = subjects.find(isGenerated) ?? subjects[0];
    if (!subject) throw new Error(`${family.name} has no id that runs here`);
    return { listed: ids.length, result: await execute(bench, subject), phases: [...phases] };
  } finally {
    closeWorkbench(bench);
  }
}

const outcome = document.querySelector('#outcome');
const report = await run().catch((error: unknown) => (error instanceof Error ? error.stack : String(error)));
if (outcome) outcome.textContent = JSON.stringify(report);
