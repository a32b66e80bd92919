// Which of the three problems parameters mean: a shape makes a tensor, lengths make segments, and neither makes a vector.
import type { Params } from '@kernel-ladder/harness';
import { isArg } from './kinds.ts';
import { standardWorkgroup, workgroupSizes } from './workgroups.ts';
import type { AxesCase, OccupancyCase, ReduceCase, SegmentsCase, SizedCase, VectorCase } from './kinds.ts';

type Given = VectorCase &
  Pick<AxesCase, 'shape' | 'axes'> &
  Pick<SegmentsCase, 'segments' | 'lengths'> &
  Pick<OccupancyCase, 'workgroup' | 'ilp'>;

/** The case that the parameters mean, or what does not go together. */
export function combine(params: ReduceCase): ReduceCase | string {
  // Parameters come with all keys of the family.
  const given = params as Params as Given;
  const { shape, lengths, workgroup, ilp } = given;
  const stray = strayIn(given);
  if (stray !== null) return stray;
  if (ilp !== 0) return combineOccupancy(given);
  if (workgroup !== standardWorkgroup) return combineSized(given);
  return shape === '' && lengths === 'none' ? combineVector(given) : combineGroups(given);
}

// What is asked of a problem that the other parameters do not mean.
function strayIn({ shape, axes, segments, lengths }: Given): string | null {
  if (shape !== '' && lengths !== 'none')
    return `shape=${shape} and lengths=${lengths} are two problems: leave one out`;
  if (lengths === 'none' && segments !== 0) return `segments=${segments} needs lengths, like lengths=uniform`;
  return shape === '' && axes !== 'all' ? `axes=${axes} needs a shape, like shape=64x1024` : null;
}

function combineSized({ n, op, fill, dtype, workgroup, shape, lengths }: Given): SizedCase | string {
  if (!workgroupSizes.includes(workgroup))
    return `workgroup=${workgroup}: workgroups have ${workgroupSizes.join(', ')} threads`;
  if (isArg(op) || shape !== '' || lengths !== 'none')
    return `workgroup=${workgroup}: only a vector is folded in workgroups of another size than ${standardWorkgroup}`;
  return { n, op, fill, dtype, workgroup };
}

function combineOccupancy(given: Given): OccupancyCase | string {
  const { n, op, fill, dtype, workgroup, ilp } = given;
  if (!workgroupSizes.includes(workgroup))
    return `workgroup=${workgroup}: workgroups have ${workgroupSizes.join(', ')} threads`;
  if (op !== 'sum' || dtype !== 'f32' || given.shape !== '' || given.lengths !== 'none')
    return `ilp=${ilp}: only the sum of a vector of f32 is taken with so many loads in flight`;
  return { n, op, fill, dtype, workgroup, ilp };
}

function combineGroups({ n, op, fill, dtype, ...groups }: Given): ReduceCase | string {
  if (isArg(op)) return `op=${op}: an index is found in a vector, not in a tensor or in segments`;
  const { shape, axes, segments, lengths } = groups;
  if (shape !== '') return combineTensor({ n, op, fill, dtype, shape, axes });
  return combineSegments({ n, op, fill, dtype, segments, lengths });
}

// Denormals may count as zeros, and then as ties: no index is wrong.
function combineVector({ n, op, fill, dtype }: Given): VectorCase | string {
  if (isArg(op) && fill === 'subnormals')
    return `fill=subnormals: they may count as zeros, so that ${op} has no right answer`;
  return { n, op, fill, dtype };
}

function combineTensor(params: AxesCase): AxesCase | string {
  const { n, shape, axes } = params;
  const sizes = shape.split('x').map(Number);
  const elements = sizes.reduce((product, size) => product * size, 1);
  if (n !== elements) return `n=${n}: shape=${shape} has ${elements} elements`;
  if (axes === 'all')
    return `shape=${shape} needs axes: some of 0 to ${sizes.length - 1} joined by +, or none`;
  const named = axes === 'none' ? [] : axes.split('+').map(Number);
  const stray = named.find((axis, index) => axis >= sizes.length || axis <= (named[index - 1] ?? -1));
  if (stray !== undefined)
    return `axes=${axes}: axes of ${shape} are 0 to ${sizes.length - 1}, each once and in order`;
  return refuseExtremes(params) ?? params;
}

function combineSegments(params: SegmentsCase): SegmentsCase | string {
  const { n, segments } = params;
  if (segments === 0 && n > 0) return `segments=0: ${n} elements need one at least`;
  return refuseExtremes(params) ?? params;
}

// The bound for many results is relative, and knows neither overflow nor flushing.
function refuseExtremes({ fill }: AxesCase | SegmentsCase): string | null {
  return ['largest', 'smallest', 'subnormals'].includes(fill)
    ? `fill=${fill}: such numbers are told right from wrong in a vector only`
    : null;
}
