import { expect, test } from 'vitest';
import { commandFor } from './command.ts';
import { loadCurriculum } from './project.ts';

const select = 'reduce/*/n=268435456,f32';

test('runs what is selected, on hardware where an item needs it', () => {
  const item = loadCurriculum().items.get('reduce.bandwidth-80')!;
  expect(commandFor(item, { what: 'a result', select })).toBe(
    `bench run --suite full --hardware --select '${select}'`,
  );
  expect(commandFor({ needs: ['subgroups'] }, { what: 'a result', select })).toBe(
    `bench run --suite full --select '${select}'`,
  );
});

test('takes the suite that an item names', () => {
  const item = loadCurriculum().items.get('reduce.auto-select')!;
  const command = commandFor(item, { what: 'a result', select: 'reduce/auto/n=*,f32' });
  expect(command).toBe("bench run --suite pick --hardware --select 'reduce/auto/n=*,f32'");
});

test('names the command that brings what no run does, and none for the rest', () => {
  expect(commandFor({}, { what: 'a write-up', by: 'report' })).toBe('bench report');
  expect(commandFor({}, { what: 'a tick' })).toBeNull();
});
