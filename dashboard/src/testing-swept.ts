// A made-up family of parameters that no family has: what a page shows of it, it shows of any.
import type { SiteFamily, SiteSeries } from '@kernel-ladder/schema';
import { passed, sampleFamily } from './testing.ts';

/** Words between two accesses of neighbouring lanes. */
export const strides = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** Bytes of an access. */
export const widths = [4, 8, 16];

const bytes = 4e9;

/** GB/s of the plain rung: a lane that strides wastes the rest of each line of 128 bytes, until a line has no more to waste. */
export function gbpsOf(stride: number, width: number, access: string): number {
  const wasted = Math.min(stride, 128 / width);
  return (access === 'read' ? 4000 : 2000) / wasted;
}

function seriesOf(variant: string, params: SiteSeries['params'], gbps: number): SiteSeries {
  const { stride, width, access } = params;
  // As ids have it: without the parameter at its default.
  const name = `stride=${stride},width=${width},${access === 'read' ? '' : `access=${access},`}f32`;
  const dtype = { in: 'f32', acc: 'f32', out: 'f32' } as const;
  const medianNs = Math.round(bytes / gbps);
  const point = { ...passed(0, medianNs), metrics: { gbps: bytes / medianNs } };
  const work = { flops: 0, minBytes: bytes, implBytes: bytes };
  return { id: `moved/${variant}/${name}`, variant, case: name, params, dtype, work, points: [point] };
}

/** Two rungs over stride × width × access, by reading. */
export const swept: SiteFamily = {
  ...sampleFamily,
  family: 'moved',
  ladder: {
    ...sampleFamily.ladder,
    name: 'moved',
    title: 'Moves memory',
    params: [{ key: 'stride' }, { key: 'width' }, { key: 'access', default: 'read' }],
    rungs: ['plain', 'staged'].map((name) => ({ name, kind: 'gpu' })),
    headline: { cache: 'cold', metric: 'gbps', cases: [] },
  },
  series: ['plain', 'staged'].flatMap((variant) =>
    ['write', 'read'].flatMap((access) =>
      widths.flatMap((width) =>
        strides.map((stride) => {
          const gbps = gbpsOf(stride, width, access);
          // Staging costs a third and spares half of the waste.
          const own = variant === 'plain' ? gbps : Math.max(gbps, (gbps / 1.5) * Math.sqrt(stride));
          return seriesOf(variant, { stride, width, access, dtype: 'f32' }, own);
        }),
      ),
    ),
  ),
};
