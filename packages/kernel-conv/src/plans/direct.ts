// Convolutions that fold windows as they lie: a thread an element, or tiles in workgroup memory.
import { wgsl } from '@kernel-ladder/harness';
import { gridOf, refuseOver } from '@kernel-ladder/kernel-kit';
import { bytesOf, convolution, resultsOf, windowConstants } from './shape.ts';

const workgroup = 256;

/** A thread for each element of the result. */
export const naive = convolution((geometry) => {
  const count = resultsOf(geometry);
  const workgroups = gridOf(Math.ceil(count / workgroup));
  const constants = { ...windowConstants(geometry), ELEMENTS: count, GRID_X: workgroups[0] };
  return {
    passes: [{ wgsl: wgsl('naive.wgsl', constants), bindings: ['x', 'w', 'y'], workgroups }],
    implBytes: 8 * geometry.terms * count + 4 * count,
    longestSum: geometry.terms,
  };
});

// Filters of a workgroup, in vec4s; channels that are in workgroup memory at a time.
const quads = 4;
const mostChannels = 4;

/** A workgroup for a tile of an image and 16 filters. */
export const tiled = convolution((geometry, device) => {
  const { images, channels, filters, taps, terms, out } = geometry;
  // Small images leave most of a large tile idle.
  const edge = out <= 8 ? 8 : 16;
  const chunk = Math.min(mostChannels, channels);
  const halo = (edge - 1) * geometry.stride + geometry.extent;
  const shared = 4 * chunk * (halo * halo + 4 * quads * taps);
  const refused = refuseOver(device, 'maxComputeWorkgroupStorageSize', shared);
  if (refused) return refused;
  const tiles = Math.ceil(out / edge);
  const blocks = Math.ceil(filters / (4 * quads));
  const groups = tiles * tiles * blocks * images;
  const workgroups = gridOf(groups);
  const constants = {
    ...windowConstants(geometry),
    EDGE: edge,
    CHUNK: chunk,
    GROUPS: groups,
    GRID_X: workgroups[0],
  };
  return {
    passes: [{ wgsl: wgsl('tiled.wgsl', constants), bindings: ['x', 'w', 'y'], workgroups }],
    implBytes: 4 * groups * channels * (halo * halo + 4 * quads * taps) + bytesOf(geometry).y,
    longestSum: terms,
  };
});
