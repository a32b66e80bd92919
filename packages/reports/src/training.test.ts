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
    commit: ours.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt)).at(-1)?.by.version,
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

test('the operators of a recorded profile sum to nine tenths of its step, and the largest is named', () => {
  for (const own of ours) {
    const { profile } = own;
    const total = profile?.operators.reduce((sum, { ns }) => sum + ns, 0) ?? 0;
    expect(total / (profile?.stepNs ?? Infinity)).toBeGreaterThan(0.9);
    const longest = profile?.operators.toSorted((one, other) => other.ns - one.ns)[0]?.operators ?? '';
    expect(trainingPage([own]).text).toContain(`The largest bottleneck is \`${longest}\``);
  }
});

test('what a newer training makes of the longest operators stands beside them', () => {
  const own = ours[0]!;
  const operators = own.profile?.operators.map((each) => ({ ...each, ns: each.ns / 2 })) ?? [];
  const newer = {
    ...own,
    startedAt: '2099-01-01T00:00:00.000Z',
    profile: { ...own.profile!, operators: operators.slice(1) },
  };
  const { text } = trainingPage([own, newer]);
  expect(text.match(/^## Side by side/gm)).toHaveLength(1);
  expect(text).toContain('| another kernel does it |');
  expect(text.match(/\| 2\.00 × \|/g)).toHaveLength(5);
});

test('says that nothing was trained', () => {
  expect(trainingPage([]).missing).toHaveLength(1);
});
