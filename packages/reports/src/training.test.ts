// The page of trainings, on those that were recorded for it.
import { globSync, readFileSync } from 'node:fs';
import { readArtefact } from '@kernel-ladder/curriculum';
import { readTraining } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { trainingPage } from './training.ts';

const folder = new URL('../../training/recorded/', import.meta.url);
const trainings = globSync('*.json', { cwd: folder.pathname })
  .toSorted()
  .map((name) => readTraining(name, readFileSync(new URL(name, folder), 'utf8')));
const ours = trainings.filter(({ by }) => by.name === 'kernel-ladder');

test('has ours beside all that were trained with its settings', () => {
  expect(ours.length).toBeGreaterThan(0);
  const { text, path, missing } = trainingPage(trainings);
  expect(missing).toEqual([]);
  expect(readArtefact(path, text)).toMatchObject({
    missing: 0,
    intact: true,
    commit: ours.at(-1)?.by.version,
  });
  for (const { by } of trainings.filter((each) => !ours.includes(each)))
    expect(text).toContain(`| ${by.name} ${by.mode} |`);
});

test('leaves out what was trained with other settings, on another text or on another device', () => {
  const [own, other] = [ours[0]!, trainings.find((each) => !ours.includes(each))!];
  const strangers = [
    { ...other, settings: { ...other.settings, batch: 1 } },
    { ...other, text: { ...other.text, sha256: '0'.repeat(64) } },
    { ...other, machine: { ...other.machine, name: 'another' } },
  ];
  expect(trainingPage([own, ...strangers]).text).toBe(trainingPage([own]).text);
  expect(trainingPage([own, other]).text).not.toBe(trainingPage([own]).text);
});

test('says that nothing was trained', () => {
  expect(trainingPage([]).missing).toHaveLength(1);
});
