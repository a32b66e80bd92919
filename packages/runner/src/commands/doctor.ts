// `bench doctor`: what this machine offers, what it lacks, and what to do about it.
import type { AdapterEntry, AdapterRequest, FamilyEvent, Machine } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { adapterRequest, ask, findFamilies, togglesNote } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';
import { adapterFlags } from '../flags.ts';
import { digits, formatMetric, formatNs } from '../text/format.ts';
import { cardText } from '../text/card-text.ts';
import { roofTexts } from '../text/metric-text.ts';
import type { Io } from '../io.ts';
import { surveyFamilies } from '../process/survey.ts';

interface Diagnosis {
  readonly adapters: readonly AdapterEntry[];
  readonly machine: Machine;
  readonly problems: readonly { readonly problem: string; readonly remedy: string }[];
}

/** Looks at the machine. */
export const doctor: Command = {
  usage: 'bench doctor [--json]',
  summary: 'shows adapters, features, limits, timer and roofs; each problem with its remedy',
  flags: { json: { help: 'the diagnosis on stdout' }, ...adapterFlags },
  execute: async (given, io) => {
    const gpu = adapterRequest(given);
    const all = findFamilies(io.root);
    if (all.length === 0) throw new CommandFailure('no family to ask: packages/kernel-* is empty');
    // Any one that starts will do.
    const { families, faults } = await surveyFamilies(io, all, gpu, { most: 1 });
    const diagnosis = await diagnose(io, families, gpu);
    io.err(togglesNote(gpu, diagnosis.machine.key));
    if (given.flags['json'] === true) io.out(`${JSON.stringify(diagnosis, null, 2)}\n`);
    else io.out(describe(diagnosis));
    return faults.length > 0 ? exitCodes.failed : exitCodes.passed;
  },
};

async function diagnose(io: Io, [family]: readonly FamilyPackage[], gpu: AdapterRequest): Promise<Diagnosis> {
  const events = family ? await ask(io, family.entry, { args: ['profile'], job: { gpu, seed: 1 } }) : [];
  const machine = events.find((event) => event.type === 'machine')?.machine;
  const listed = events.find((event) => event.type === 'adapters');
  if (!machine || !listed) throw new CommandFailure('the profile is incomplete', exitCodes.failed);
  return { adapters: listed.adapters, machine, problems: findProblems(machine, listed) };
}

type Listed = Pick<Extract<FamilyEvent, { readonly type: 'adapters' }>, 'duplicates' | 'cards'>;
type Check = readonly [holds: boolean, problem: string, remedy: string];

/** What keeps a machine from measuring everything, each with its remedy. */
export function findProblems(machine: Machine, listed: Listed): Diagnosis['problems'] {
  const checks: readonly Check[] = [
    [
      machine.software,
      'only a software adapter: timings are not comparable',
      'install the GPU vendor’s Vulkan driver and the Vulkan loader (libvulkan1)',
    ],
    [
      machine.timer.quantized,
      'timestamps are multiples of 65536 ns',
      'leave the toggle timestamp_quantization disabled',
    ],
    [
      !machine.features.includes('shader-f16'),
      'no shader-f16: f16 kernels are skipped',
      'needs a GPU and driver with 16-bit floats; on NVIDIA the toggle vulkan_enable_f16_on_nvidia (a default here)',
    ],
    [
      !machine.features.includes('chromium-experimental-subgroup-matrix'),
      'no subgroup matrices: tensor-core kernels are skipped',
      'needs a driver with VK_KHR_cooperative_matrix and the toggle allow_unsafe_apis (a default here)',
    ],
    ...cardChecks(machine, listed),
    [
      machine.peaks === null && !machine.software,
      `${machine.adapter.name} is not in the table of datasheets: no share of peak`,
      'add it to packages/harness/src/machine/devices.ts',
    ],
  ];
  return checks.flatMap(([holds, problem, remedy]) => (holds ? [{ problem, remedy }] : []));
}

// Cards and adapters of one name: nobody can say which of them measured.
function cardChecks(machine: Machine, { duplicates, cards = [] }: Listed): readonly Check[] {
  return [
    [
      duplicates.length > 0,
      `adapters with the same name cannot be told apart: ${duplicates.join(', ')}`,
      'show one at a time through VK_DRIVER_FILES, CUDA_VISIBLE_DEVICES or a container',
    ],
    [
      machine.card === undefined && cards.length > 1,
      `runs cannot say which card they ran on: ${cards.length} fit the adapter’s name (${cards.join(', ')})`,
      'show them one card, through a container: two cards of one model differ by some per cent',
    ],
  ];
}

function describe({ adapters, machine, problems }: Diagnosis): string {
  const { timer, roofs, limits, llc } = machine;
  const rows = [
    ['machine', machine.key],
    [
      'adapters',
      adapters
        .map((adapter) => `${adapter.name} (${adapter.backend}${adapter.software ? ', software' : ''})`)
        .join('; '),
    ],
    ['used', `${machine.adapter.name}, ${machine.driver}`],
    ...(machine.software ? [] : [['card', machine.card ? cardText(machine.card) : 'unknown']]),
    ['system', `${machine.os}, Node ${machine.node}, webgpu ${machine.webgpu}`],
    ['toggles', machine.toggles.join(' ')],
    ['features', machine.features.join(' ')],
    [
      'timer',
      `tick ${formatNs(timer.tickNs)}, pass ${formatNs(timer.passOverheadNs)}, dispatch ${formatNs(timer.dispatchNs)}`,
    ],
    ['cache', llc ? `${digits(llc.bytes / 2 ** 20, 4)} MiB (${llc.source})` : 'unknown'],
    ['roofs', roofTexts(roofs).join(', ')],
    [
      'peaks',
      machine.peaks
        ? `${formatMetric('gbps', machine.peaks.gbps, 'float')} (${machine.peaks.source})`
        : 'unknown device',
    ],
    [
      'limits',
      `binding ${limits['maxStorageBufferBindingSize']} B, workgroup memory ${limits['maxComputeWorkgroupStorageSize']} B, ${limits['maxComputeInvocationsPerWorkgroup']} invocations`,
    ],
  ];
  const facts = rows.map(([name = '', text = '']) => `${name.padEnd(9)} ${text}\n`).join('');
  const faults = problems.map(({ problem, remedy }) => `! ${problem}\n  → ${remedy}\n`).join('');
  return `${facts}\n${faults || 'no problems found\n'}`;
}
