// One table of what a result can be judged and drawn by; nothing else in the project knows a metric's unit.

/** The quantities that the tables and the dashboard can show. */
export type MetricId = 'medianNs' | 'gbps' | 'gflops' | 'pctOfRoof' | 'pctOfPeak' | 'algbw' | 'busbw';

/** How to read one metric. */
export interface MetricInfo {
  readonly label: string;
  readonly unit: string;
  readonly better: 'lower' | 'higher';
  readonly formula: string;
}

/** Every metric; the judged one is medianNs, the others derive from it. */
export const metricTable: { readonly [Key in MetricId]: MetricInfo } = {
  medianNs: { label: 'Median time', unit: 'ns', better: 'lower', formula: 'median of the GPU-time samples' },
  gbps: { label: 'Bandwidth', unit: 'GB/s', better: 'higher', formula: 'minBytes / medianNs' },
  gflops: { label: 'Arithmetic rate', unit: 'GFLOP/s', better: 'higher', formula: 'flops / medianNs' },
  pctOfRoof: {
    label: 'Share of the measured roof',
    unit: '%',
    better: 'higher',
    formula: 'rate / min(arithmetic roof, intensity × bandwidth roof)',
  },
  pctOfPeak: {
    label: 'Share of the datasheet peak',
    unit: '%',
    better: 'higher',
    formula: 'rate / min(arithmetic peak, intensity × bandwidth peak)',
  },
  algbw: {
    label: 'Algorithm bandwidth',
    unit: 'GB/s',
    better: 'higher',
    formula: 'bytes per rank / medianNs',
  },
  busbw: { label: 'Bus bandwidth', unit: 'GB/s', better: 'higher', formula: 'algbw × 2(n−1)/n' },
};
