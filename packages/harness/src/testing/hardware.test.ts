// A launch that a software adapter takes and a large GPU refuses is named.
import { expect, test } from 'vitest';
import { doubleCase, family, launch } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { generated } from '../wgsl/wgsl.ts';
import type { PlanCase } from '../contract/family.ts';
import { fileLoader } from '../process/loader.ts';
import { hardwareFaults } from './hardware.ts';
import { otherGpus } from './limit-profiles.ts';

const load = fileLoader(new URL('../../fixtures/double/kernels/', import.meta.url));

// The fixture's kernel, and on hardware another text or more memory.
function onHardware(text: string, scratch: { readonly [name: string]: number } = {}): PlanCase<DoubleCase> {
  return (params, { software }) => {
    const plan = launch('double.wgsl', params);
    const passes = plan.passes.map((pass) => ({
      ...pass,
      wgsl: generated('large.wgsl', text),
      bindings: [],
    }));
    return software ? plan : { ...plan, passes, scratch };
  };
}

function faultsOf(plan: PlanCase<DoubleCase>, everyText?: boolean, facts?: DeviceFacts) {
  const variants = [{ name: 'tested', summary: '', plan }];
  return hardwareFaults(
    { ...family, cases: { headline: [doubleCase(4096)] }, variants },
    load,
    everyText,
    facts,
  );
}

const entry = '@compute @workgroup_size(64) fn main() {}';

test.for([
  [entry, {}, []],
  ['fn main() { nonsense }', {}, [/^tested n=4096,f32: line 1: /]],
  [
    `var<workgroup> tile: array<f32, 20000>;\n${entry}`,
    {},
    [/large\.wgsl: needs maxComputeWorkgroupStorageSize 80000, the device offers 49152$/],
  ],
  [
    entry,
    { partials: 2 ** 31 },
    [/"partials" has 2147483648 bytes, maxStorageBufferBindingSize is 2147483644$/],
  ],
] as const)('of the text %j with scratch %j says %j', async ([text, scratch, due]) => {
  const faults = await faultsOf(onHardware(text, scratch));
  expect(faults).toEqual(due.map((words) => expect.stringMatching(words)));
});

test('with every text, an awkward case with one of its own is looked at as well', async () => {
  const sound = onHardware(entry);
  const ragged = onHardware('fn main() { nonsense }');
  const plan: PlanCase<DoubleCase> = (params, device) => (params.n === 65 ? ragged : sound)(params, device);
  expect(await faultsOf(plan)).toEqual([]);
  expect(await faultsOf(plan, true)).toEqual([expect.stringMatching(/^tested n=65,f32: line 1: /)]);
});

test.for(otherGpus)('names what is too much for $name, and for no large GPU', async ({ facts }) => {
  const { maxComputeWorkgroupStorageSize: most = 0 } = facts.limits;
  const plan = onHardware(
    `var<workgroup> tile: array<f32, 9000>;\n@compute @workgroup_size(64) fn main() { tile[0] = 1; }`,
  );
  const due = `needs maxComputeWorkgroupStorageSize 36000, the device offers ${most}`;
  expect(await faultsOf(plan, false, facts)).toEqual([expect.stringContaining(due)]);
  expect(await faultsOf(plan)).toEqual([]);
});
