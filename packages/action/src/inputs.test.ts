import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readManifest } from '../fixtures/start.ts';
import { baseOf } from './base.ts';
import { readInputs } from './inputs.ts';

const { inputs, outputs, runs } = readManifest();
const defaults = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default]));
const given = (values: { readonly [name: string]: string } = {}) => {
  const all: { readonly [name: string]: string } = { ...defaults, ...values };
  return readInputs((name) => all[name] ?? 'not in action.yml');
};

test('without any, the quick suite runs on hardware and is held against the event’s base', () => {
  expect(given()).toEqual({
    workingDirectory: '.',
    suite: 'quick',
    select: [],
    peers: false,
    adapter: 'hardware',
    base: '',
    failOn: 'confirmed',
    confirmAtMost: 60,
    history: '',
    launches: 10,
  });
});

test('every input of action.yml is read, and every output is set, under its name', () => {
  const read: string[] = [];
  readInputs((name) => {
    read.push(name);
    return defaults[name] ?? '';
  });
  expect([...new Set(read)].toSorted()).toEqual(Object.keys(inputs).toSorted());
  const source = readFileSync(new URL('action.ts', import.meta.url), 'utf8');
  for (const name of Object.keys(outputs)) expect(source).toMatch(new RegExp(`['\\s]${name}['?:,]`));
  expect(runs).toEqual({ using: 'node24', main: 'dist/index.mjs' });
});

test('each is read as what it is', () => {
  const select = 'reduce/**\n  !reduce/naive/**\n';
  expect(given({ select, peers: 'true', base: 'none', launches: '0', history: 'runs/own' })).toMatchObject({
    select: ['reduce/**', '!reduce/naive/**'],
    peers: true,
    base: null,
    launches: 0,
    history: 'runs/own',
  });
  expect(given({ base: 'origin/main~2' }).base).toBe('origin/main~2');
});

test.for([
  ['suite', '--help', 'input suite: "--help" is no name of a suite and no path: give smoke, quick, full'],
  ['suite', '', 'input suite: "" is no name'],
  [
    'select',
    'reduce/** --out=/etc/passwd',
    'input select: "--out=/etc/passwd" is no glob over ids: give globs',
  ],
  ['peers', 'yes', 'input peers: "yes" is none of true, false: give one of them, or leave the input out'],
  ['adapter', 'gpu', 'input adapter: "gpu" is none of hardware, software, any: give one'],
  ['base', '$(reboot)', 'input base: "$(reboot)" is no name of a commit: give a sha, a branch, or none'],
  ['base', '--upload-pack=x', 'is no name of a commit'],
  ['fail-on', 'slower', 'input fail-on: "slower" is none of confirmed, suspect, never'],
  ['confirm-at-most', '-1', 'input confirm-at-most: "-1" is no whole number from 0 to 10000'],
  ['confirm-at-most', '1e3', '"1e3" is no whole number'],
  ['history', '../../etc', 'input history: "../../etc" leads out of the checkout: give a path below it'],
  ['working-directory', '/', 'input working-directory: "/" leads out of the checkout'],
  ['launches', '1', 'input launches: "1" tells no noise: give 0 for none, or at least 2'],
  ['launches', '1000', 'is no whole number from 0 to 100'],
] as const)('refuses %s: %s', ([name, value, says]) => {
  expect(() => given({ [name]: value })).toThrow(says);
});

const [sha, other] = ['a'.repeat(40), 'b'.repeat(40)];

test.for([
  [{ pull_request: { base: { sha } }, before: other }, sha],
  [{ before: other }, other],
  [{ before: '0'.repeat(40) }, 'HEAD^'],
  [{ before: '--exec=x' }, 'HEAD^'],
  [{ pull_request: { base: { sha: 'main' } } }, 'HEAD^'],
  [{}, 'HEAD^'],
  [null, 'HEAD^'],
] as const)('the base of %s is %s', ([payload, base]) => {
  expect(baseOf(payload)).toBe(base);
});
