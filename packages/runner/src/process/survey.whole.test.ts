// Who opens the device to list its ids.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createIo, sampleLadder } from '../../fixtures/testing.ts';
import { surveyFamilies } from './survey.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-survey-'));
afterAll(() => rmSync(folder, { recursive: true }));

const adapter = { backend: 'vulkan', name: 'Test GPU', software: false };
const facts = { name: 'Test GPU', features: ['subgroups'], limits: { maxBufferSize: 1 } };

// Its title says whether it was told of the adapter; one of an older commit does not say what it has seen.
const family = (name: string, says: object) => {
  const entry = join(folder, `${name}.ts`);
  writeFileSync(
    entry,
    `import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
const { seen } = JSON.parse(await text(process.stdin));
const family = { ...${JSON.stringify(sampleLadder(name, []))}, title: seen ? seen.facts.features.join() : 'looked', ids: [] };
writeSync(3, JSON.stringify({ type: 'family', family, ...${JSON.stringify(says)} }) + '\\n');
writeSync(3, JSON.stringify({ type: 'done', leakedBuffers: 0 }) + '\\n');`,
  );
  return { name, entry };
};
const broken = join(folder, 'broken.ts');
writeFileSync(broken, 'throw new Error("no");');

const first: string[] = [];
const surveyed = async (families: Parameters<typeof surveyFamilies>[1]) => {
  first.length = 0;
  const { listings, adapter: on } = await surveyFamilies(
    createIo('.').io,
    families,
    { kind: 'auto' },
    { onFirst: ({ name }, seen) => first.push(`${name} ${seen.name}`) },
  );
  expect(on).toEqual(adapter);
  return listings.map(({ name, title }) => `${name} ${title}`);
};

test('the first family that starts looks at the adapter, and the others are told', async () => {
  const families = ['one', 'two', 'three'].map((name) => family(name, { adapter, facts }));
  expect(await surveyed([{ name: 'broken', entry: broken }, ...families])).toEqual([
    'one looked',
    'two subgroups',
    'three subgroups',
  ]);
  expect(first).toEqual(['one Test GPU']);
});

test('where the first does not say what it has seen, each looks for itself', async () => {
  expect(await surveyed(['one', 'two'].map((name) => family(name, { adapter })))).toEqual([
    'one looked',
    'two looked',
  ]);
  expect(first).toEqual([]);
});
