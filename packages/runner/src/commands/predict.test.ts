import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { bench } from '../../fixtures/testing.ts';

const root = mkdtempSync(join(tmpdir(), 'kernel-ladder-predict-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'suites'));
const topologies = fileURLToPath(new URL('../../../../suites/topologies', import.meta.url));
cpSync(topologies, join(root, 'suites', 'topologies'), { recursive: true });
const box = readFileSync(join(topologies, 'pcie-box.json'), 'utf8');
writeFileSync(join(root, 'rich.json'), box.replace('"value": 0.85', '"value": 1.25'));
writeFileSync(join(root, 'bad.json'), '{"schemaVersion": 1}');

test('--json is an array of rows in the order of --sizes', async () => {
  const argv = [
    'predict',
    'allreduce',
    '--ranks',
    '4',
    '--algorithm',
    'ring',
    '--sizes',
    '1048576,1KiB,64M',
    '--json',
  ];
  const { code, out, err } = await bench(root, argv);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const rows: { bytes: number; timeUs: number; algbwGBps: number; busbwGBps: number }[] = JSON.parse(out);
  expect(rows.map(({ bytes }) => bytes)).toEqual([2 ** 20, 1024, 2 ** 26]);
  for (const { bytes, timeUs, algbwGBps, busbwGBps } of rows) {
    expect(algbwGBps).toBeCloseTo(bytes / timeUs / 1e3, 9);
    expect(busbwGBps).toBeCloseTo(1.5 * algbwGBps, 9);
  }
});

test('without --json it is a table and a plot that say they are no measurement', async () => {
  const { code, out } = await bench(root, ['predict', 'allreduce', '--sizes', '1K,1G']);
  expect(code).toBe(0);
  expect(out).toContain('Predicted, not measured: allreduce, auto, 8 ranks on h200-nvswitch-8');
  expect(out).toMatch(/1 GiB +\S+ +Simple/);
  expect(out).toMatch(/1 GiB │█{50} \d/);
});

test('one rank is one rank, and needs no algorithm', async () => {
  const { out } = await bench(root, ['predict', 'allreduce', '--ranks', '1', '--sizes', '1M']);
  expect(out).toContain('auto, 1 rank on h200-nvswitch-8');
  expect(out).toMatch(/1 MiB +none +none/);
});

test('takes a file for a topology', async () => {
  const argv = [
    'predict',
    'allreduce',
    '--topology',
    'suites/topologies/pcie-box.json',
    '--sizes',
    '1M',
    '--json',
  ];
  const { code, out } = await bench(root, argv);
  expect({ code, rows: JSON.parse(out).length }).toEqual({ code: 0, rows: 1 });
});

test.for([
  { argv: ['predict'], says: 'bench predict allreduce' },
  { argv: ['predict', 'allredcue'], says: 'unknown collective "allredcue"; did you mean "allreduce"?' },
  { argv: ['predict', 'allreduce', 'now'], says: '"now" is too much' },
  { argv: ['predict', 'allreduce', '--topology', 'h200'], says: 'did you mean "h200-nvswitch-8"?' },
  {
    argv: ['predict', 'allreduce', '--topology', 'bad.json'],
    says: "bad.json: /: must have required property 'name'",
  },
  { argv: ['predict', 'allreduce', '--ranks', '9'], says: '--ranks on h200-nvswitch-8: 1 to 8 here, not 9' },
  { argv: ['predict', 'allreduce', '--ranks', 'x'], says: '--ranks takes a whole number from 1 to 8' },
  {
    argv: ['predict', 'allreduce', '--topology', 'ib-400g-128x8', '--ranks', '9'],
    says: '9 neither fit one node of 8 nor fill whole nodes: take 8 or 16',
  },
  {
    argv: ['predict', 'allreduce', '--topology', 'rich.json'],
    says: 'rich.json: /protocols/1/efficiency/value: must be <= 1',
  },
  { argv: ['predict', 'allreduce', '--topology', './mine.json'], says: 'there is no file' },
  { argv: ['predict', 'allreduce', '--topology', 'suites'], says: 'is a folder' },
  {
    argv: ['predict', 'allreduce', '--algorithm', 'rings'],
    says: 'unknown algorithm "rings"; did you mean "ring"?',
  },
  { argv: ['predict', 'allreduce', '--sizes', '1K,,1M'], says: '"" in "1K,,1M" is none' },
  { argv: ['predict', 'allreduce', '--sizes', '0'], says: '--sizes takes at least 4 bytes' },
  { argv: ['predict', 'allreduce', '--sizes', '4,3'], says: '"3" in "4,3" is less' },
  { argv: ['predict', 'allreduce', '--sizes', '1.5'], says: '--sizes takes whole bytes' },
])('refuses $argv with exit 2', async ({ argv, says }) => {
  const { code, err } = await bench(root, argv);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
});
