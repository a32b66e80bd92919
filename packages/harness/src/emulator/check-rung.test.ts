// A rung of the doubling family on emulated devices, with one mistake in its kernel each.
import { expect, test } from 'vitest';
import { family, launch, launchWithMemory } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { edit } from '../contract/family.ts';
import type { PlanCase, Variant } from '../contract/family.ts';
import { fileLoader } from '../process/loader.ts';
import { checkRung } from './check-rung.ts';

const load = fileLoader(new URL('../../fixtures/double/kernels/', import.meta.url));

function faultsOf(plan: PlanCase<DoubleCase>): readonly string[] {
  const variant: Variant<DoubleCase> = { name: 'changed', summary: 'has a mistake', plan };
  return checkRung(family, variant, load).faults;
}

const line = 'doubled[id.x] = 2.0 * values[id.x];';

function changed(find: string, replace: string): readonly string[] {
  return faultsOf((params) => edit('double.wgsl', find, replace)(launch('double.wgsl', params)));
}

test('the rung as it stands has no fault, and every arm of it is reached', () => {
  const [rung] = family.variants.filter(({ name }) => name === 'double');
  const report = checkRung(family, rung!, load);
  expect({ ...report, ran: report.ran.length > 2 }).toEqual({
    ran: true,
    faults: [],
    needForwardProgress: [],
    unreached: [],
    skipped: null,
  });
});

test('a rung that no emulated device takes is named by what it skips', () => {
  const [tooLarge] = family.variants.filter(({ name }) => name === 'too-large');
  expect(checkRung(family, tooLarge!, load)).toMatchObject({ ran: [], skipped: 'limit:maxBufferSize' });
});

test('a wrong answer is a fault in the words of the oracle', () => {
  expect(changed('2.0', '3.0')).toContainEqual(
    expect.stringMatching(/in turn: doubled\[\d+\] is .*, expected/),
  );
});

test('a read past the end is a fault where it comes to matter, and none where it is dropped', () => {
  const dropped = 'doubled[id.x] = select(values[id.x + 4096u], 2.0 * values[id.x], id.x < N);';
  expect(changed(line, dropped)).toEqual([]);
  const shifted = changed(line, 'doubled[id.x] = 2.0 * values[id.x] + values[id.x + 4096u];');
  expect(shifted).toContainEqual(
    expect.stringMatching(/out-of-bounds: double\.wgsl.*values\[\d+\] is outside its \d+ elements/),
  );
});

const memory = '@group(0) @binding(2) var<storage, read_write> memory: array<vec4u>;';

test('a part of a vector that nobody wrote may be read and dropped, and may not tell of an earlier launch', () => {
  const run = (use: string) =>
    faultsOf((params) => {
      const plan = launchWithMemory('double.wgsl', params, 4 * Math.max(1, params.n));
      const bound = edit('double.wgsl', '@compute', `${memory}\n@compute`);
      return edit('double.wgsl', line, `memory[id.x].x = 1u; let seen = memory[id.x]; ${use}`)(bound(plan));
    });
  expect(run(`${line} memory[id.x].x = seen.x;`)).toEqual([]);
  expect(run(`if (seen.y != 7u) { ${line} } memory[id.x].y = 7u;`)).toContainEqual(
    expect.stringMatching(/unwritten-read: .*memory at byte \d+ is read by thread/),
  );
});

test('a rung that takes all subgroups for the smallest of its device has a fault', () => {
  const asks = edit('double.wgsl', 'fn main(', 'fn main(@builtin(subgroup_size) size: u32, ');
  const enabled = edit('double.wgsl', 'const N', 'enable subgroups;\nconst N');
  const run = (guard: (least: number, most: number) => string) =>
    faultsOf((params, { subgroupMinSize: least, subgroupMaxSize: most }) => {
      const guarded = edit('double.wgsl', line, `if (${guard(least, most)}) { ${line} }`);
      return guarded(asks(enabled(launch('double.wgsl', params))));
    });
  expect(run((least, most) => `size >= ${least}u && size <= ${most}u`)).toEqual([]);
  expect(run((least) => `size == ${least}u`)).not.toEqual([]);
  expect(run((_, most) => `size == ${most}u`)).not.toEqual([]);
});

test('a rung that no subgroup may be too wide for is emulated in full on subgroups of 64 and 128, with the least limits', () => {
  const asks = edit('double.wgsl', 'fn main(', 'fn main(@builtin(subgroup_size) size: u32, ');
  const enabled = edit('double.wgsl', 'const N', 'enable subgroups;\nconst N');
  const narrow = edit('double.wgsl', line, `if (size < 64u) { ${line} }`);
  const plan: PlanCase<DoubleCase> = (params, { subgroupMinSize, limits }) =>
    subgroupMinSize >= 64 && limits['maxComputeWorkgroupStorageSize'] !== 16_384
      ? { skip: { code: 'not-applicable', message: 'has more than the least' } }
      : narrow(asks(enabled(launch('double.wgsl', params))));
  const variant = { name: 'narrow', summary: 'takes no wide subgroup', plan };
  const { faults } = checkRung(family, variant, load);
  for (const lanes of [64, 128])
    expect(faults).toContainEqual(expect.stringContaining(`on subgroups of ${lanes}`));
  expect(checkRung(family, variant, load, 0.5).faults).toEqual([]);
});
