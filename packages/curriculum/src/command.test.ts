import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandFor, remedyFor } from './command.ts';
import { loadCurriculum } from './project.ts';

const select = 'reduce/*/n=268435456,f32';

test('runs what is selected, on hardware where an item needs it', () => {
  const item = loadCurriculum().items.get('reduce.bandwidth-80')!;
  expect(commandFor(item, { what: 'a result', select })).toBe(
    `bench run --suite all --hardware --select '${select}'`,
  );
  expect(commandFor({ needs: ['subgroups'] }, { what: 'a result', select })).toBe(
    `bench run --suite all --select '${select}'`,
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

test.for([
  ['family', 'no such family yet: write packages/kernel-reduce (', '.github/CONTRIBUTING.md', 'Add a family'],
  ['rung', 'no such rung yet: write reduce/* (', 'README.md', 'Add a kernel'],
  [
    'case',
    `no such case yet: add ${select} to packages/kernel-reduce/`,
    '.github/CONTRIBUTING.md',
    'Add a case',
  ],
] as const)('says what to add where the registry lacks the %s', ([lacking, says, page, heading]) => {
  const remedy = remedyFor({}, { what: 'a result', select }, () => lacking) ?? '';
  expect(remedy).toContain(says);
  const [, file = '', anchor] = /: ([^ ]+)#([a-z-]+)\)$/.exec(remedy) ?? [];
  expect(file).toBe(page);
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
  expect(headings.filter((title) => title.startsWith(heading)).map(slug)).toContain(anchor);
});

const ask = () => expect.unreachable();

test('asks the registry about selections alone', () => {
  expect(remedyFor({}, { what: 'a write-up', by: 'report', select }, ask)).toBe('bench report');
  expect(remedyFor({}, { what: 'a tick' }, ask)).toBeNull();
  expect(remedyFor({}, { what: 'a result', select }, () => null)).toBe(
    `bench run --suite all --select '${select}'`,
  );
});

// As GitHub makes anchors of headings.
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}
