// A machine is what its parts are: the key follows from them, and a software adapter is none that has a datasheet.
import { hostKindOf, keyStem, machineKey } from '../machine-key.ts';
import type { Machine } from '../types.generated.ts';
import type { Contradiction } from './contradiction.ts';

// Those that Dawn may list; gpu, which imports nothing, knows them too.
const softwareAdapter = /llvmpipe|lavapipe|swiftshader|softpipe|basic render|\bwarp\b/i;

/** A machine that is not what its key or its adapter says. */
export function machineContradiction(machine: Machine): Contradiction | undefined {
  return softwareContradiction(machine) ?? browserContradiction(machine) ?? keyContradiction(machine);
}

function browserContradiction({
  backend,
  browser,
  driver,
  toggles,
  card,
}: Machine): Contradiction | undefined {
  if (!browser)
    return backend === 'browser' ? ['/backend', 'browser, and the machine names no browser'] : undefined;
  if (backend !== 'browser') return ['/browser', `is there, and the backend is "${backend}"`];
  if (driver !== '') return ['/driver', 'is what no browser tells'];
  if (toggles.length > 0) return ['/toggles', 'are what no browser tells'];
  return card ? ['/card', 'is what no browser tells'] : undefined;
}

// A browser's key counts nothing of the host but what the browser says of it.
const nowhere = { platform: '', arch: '' };

function softwareContradiction({ adapter, software, cpu, peaks, card }: Machine): Contradiction | undefined {
  if (!software && softwareAdapter.test(adapter.name))
    return ['/software', `false, and the adapter is "${adapter.name}"`];
  if (!software && cpu !== undefined) return ['/cpu', 'is a part of a software adapter alone'];
  if (software && peaks !== null) return ['/peaks', 'are those of hardware, and the adapter is software'];
  if (software && card) return ['/card', 'is one of hardware, and the adapter is software'];
  return undefined;
}

function keyContradiction(machine: Machine): Contradiction | undefined {
  const { key, os, browser } = machine;
  const host = browser ? nowhere : hostKindOf(os);
  // The hash counts the kind of the host, which only Node's description of it tells.
  const expected = host ? machineKey(machine, host) : `${keyStem(machine)}-${key.slice(-8)}`;
  return key === expected ? undefined : ['/key', `"${key}", and its parts have the key "${expected}"`];
}
