import { registerTileFor, registerTiles } from '@kernel-ladder/kernel-kit';
import { expect, test } from 'vitest';
import { hopper } from '../../fixtures/hopper.ts';
import { gemmCase } from '../cases.ts';
import { refuseSplit, splitFor } from './split-k.ts';

const { large, medium, small, tiny, flat } = registerTiles;

test.for([
  { size: [4096, 4096, 4096], batch: 1, tile: large },
  { size: [2048, 2048, 2048], batch: 1, tile: large },
  { size: [1024, 1024, 1024], batch: 1, tile: medium },
  { size: [512, 512, 512], batch: 1, tile: tiny },
  { size: [1, 4096, 4096], batch: 1, tile: tiny },
  { size: [64, 64, 64], batch: 512, tile: small },
  { size: [32, 32, 32], batch: 1024, tile: tiny },
] as const)('takes a tile that keeps the device busy and wastes little: %o', ({ size, batch, tile }) => {
  expect(registerTileFor(hopper, gemmCase(size, { batch }))).toBe(tile.tile);
});

test('takes one tile for all on a software adapter, which would compile the others for seconds', () => {
  const software = { ...hopper, software: true };
  const [a, b] = [gemmCase([4096, 4096, 4096]), gemmCase([8, 8, 8])].map((params) =>
    registerTileFor(software, params),
  );
  expect(a).toBe(b);
});

test.for([
  { size: [64, 64, 65_536], tile: small, parts: 128 },
  { size: [1, 4096, 4096], tile: flat, parts: 32 },
  { size: [16, 16, 1000], tile: tiny, parts: 7 },
] as const)('splits K into whole slices, none empty: %o', ({ size, tile, parts }) => {
  expect(splitFor(hopper, gemmCase(size))).toEqual({ tile: tile.tile, parts });
});

test('takes larger tiles and fewer parts where there are fewer multiprocessors to keep busy', () => {
  const modest = { ...hopper, name: 'a GPU that no table lists' };
  const params = gemmCase([512, 512, 512]);
  expect([hopper, modest].map((device) => registerTileFor(device, params))).toEqual([tiny.tile, small.tile]);
  const wide = gemmCase([1, 4096, 4096]);
  expect([hopper, modest].map((device) => splitFor(device, wide).parts)).toEqual([32, 16]);
  const codes = [hopper, modest].map((device) => refuseSplit(wide, device)?.skip.code ?? 'splits');
  expect(codes).toEqual(['splits', 'not-applicable']);
});
