// NCCL beside the ladder of allreduces: a rank a device, so that links are crossed, which no other row does.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { family, usualNodes } from '@kernel-ladder/kernel-allreduce';
import type { AllreduceCase } from '@kernel-ladder/kernel-allreduce';
import type { Python } from './python.ts';
import type { VendorRow } from './row.ts';

/** ncclAllReduce on as many devices as there are ranks. */
export const allreduceVendorRows: readonly VendorRow<AllreduceCase>[] = [
  {
    name: 'nccl',
    summary:
      'ncclAllReduce over real links, a rank a device, all devices in one process; the slowest device counts.',
    boundBy: 'the links between the devices; short vectors: starting a kernel on each',
    library: { name: 'NCCL through torch.cuda.nccl', version: 'nccl', licence: 'Apache-2.0' },
    settings: { inPlace: 'after a copy of the input' },
    simulated: false,
    plan: (params, python) => refuse(params) ?? refuseRanks(params, python) ?? demandOf(params),
  },
];

function refuse({ n, nodes, op, dtype }: AllreduceCase): Skip | null {
  if (n === 0) return notApplicable('nothing is sent');
  if (nodes !== usualNodes) return notApplicable('NCCL finds the nodes itself');
  return op === 'mean' && dtype === 'i32' ? notApplicable('ncclAvg takes floats') : null;
}

// One rank alone is a copy.
function refuseRanks({ ranks }: AllreduceCase, python: Python): Skip | null {
  if (ranks === 1) return notApplicable('one rank sends nothing');
  const facts = python.facts();
  const devices = typeof facts === 'string' ? 0 : facts.devices;
  // Without any device something else is missing, which is said elsewhere.
  if (devices >= ranks || devices === 0) return null;
  return {
    skip: {
      code: 'limit:devices',
      message: `${ranks} ranks take as many devices, the driver offers ${devices}`,
    },
  };
}

function demandOf(params: AllreduceCase): Demand {
  return { implBytes: family.work(params).minBytes, longestSum: params.ranks };
}
