// Data for the tests beside the sources: a family of three runs and two cases with a failure and a skip, and a machine.
import type { Machine, SiteFamily, SitePoint, SiteRun, SiteSeries, Timing } from '@kernel-ladder/schema';

/** A timing with quartiles 10 % below and 20 % above the median. */
function timingOf(medianNs: number): Timing {
  const at = (share: number) => Math.round(medianNs * share);
  return {
    cache: 'cold',
    hazard: 'serial',
    method: 'slope',
    warmupMs: 10,
    n: 25,
    minNs: at(0.8),
    p05Ns: at(0.85),
    p25Ns: at(0.9),
    medianNs,
    p75Ns: at(1.2),
    p95Ns: at(1.5),
    maxNs: at(2),
    meanNs: at(1.1),
    sdNs: at(0.1),
    ciLowNs: at(0.96),
    ciHighNs: at(1.04),
    stopReason: 'converged',
  };
}

/** A passed point whose metrics follow from 1000 flops and 4000 bytes. */
export function passed(run: number, medianNs: number, kernelHash = '0000000000000001'): SitePoint {
  const metrics = { gbps: 4000 / medianNs, gflops: 1000 / medianNs, pctOfRoof: 4000 / medianNs };
  return { run, status: 'passed', kernelHash, timing: timingOf(medianNs), metrics, comparable: true };
}

/** The family: naive and tree at n=1000, tree first at n=10. */
export const sampleFamily: SiteFamily = {
  schemaVersion: 1,
  machineKey: 'gpu-vulkan-12345678',
  family: 'reduce',
  ladder: {
    name: 'reduce',
    title: 'Sums',
    simulated: false,
    params: [{ key: 'n' }],
    rungs: ['naive', 'tree', 'subgroup'].map((name) => ({ name, summary: `adds by ${name}`, kind: 'gpu' })),
    headline: { cache: 'cold', metric: 'gbps', cases: ['n=1000,f32'] },
    tolerance: 'n ε',
  },
  kernels: [],
  runs: [
    runOf('a', { subject: 'Add the naive sum' }),
    runOf('b', { subject: 'Add the tree', dirty: true }),
    { ...runOf('c', { subject: 'Widen the tree' }), local: true },
  ],
  series: [
    seriesOf('naive', 1000, [passed(0, 1000), passed(1, 1000), passed(2, 1000)]),
    seriesOf('tree', 1000, [
      { run: 1, status: 'failed', reason: { code: 'wrong-result', message: 'got 3, expected 4' } },
      passed(2, 250, '0000000000000002'),
    ]),
    seriesOf('subgroup', 1000, [
      { run: 2, status: 'skipped', reason: { code: 'feature:subgroups', message: 'the adapter has none' } },
    ]),
    seriesOf('tree', 10, [passed(0, 50), passed(1, 40)]),
  ],
};

/** The family with a library's row of its second and third run beside the rungs: another version in the third. */
export const familyWithPeers: SiteFamily = {
  ...sampleFamily,
  ladder: {
    ...sampleFamily.ladder,
    rungs: [...sampleFamily.ladder.rungs, { name: 'cub', kind: 'peer' }, { name: 'cpu-1', kind: 'cpu' }],
  },
  peers: [
    { name: 'CUB', version: '2.7', api: 'cuda', settings: { stream: 1 }, timedBy: 'CUDA events' },
    { name: 'CUB', version: '2.8', api: 'cuda', settings: { stream: 1 }, timedBy: 'CUDA events' },
    { name: 'loop', version: 'node 24', settings: { threads: 1 }, timedBy: 'the host’s clock' },
  ],
  series: [
    ...sampleFamily.series.filter(({ case: name }) => name === 'n=1000,f32'),
    seriesOf('cub', 1000, [peerPoint(1, 300, 0), peerPoint(2, 200, 1)]),
    seriesOf('cpu-1', 1000, [
      { ...peerPoint(2, 50_000, 2), comparable: false, comparableReasons: ['host-clock'] },
    ]),
  ],
};

function peerPoint(run: number, medianNs: number, peer: number): SitePoint {
  const { kernelHash: _, ...point } = passed(run, medianNs);
  return { ...point, peer };
}

/** A device whose roofs are known and whose datasheet is not. */
export function machineOf(key: string, software: boolean): Machine {
  return {
    key,
    adapter: { vendor: 'acme', architecture: 'one', device: 'gpu', description: 'gpu', name: 'Acme GPU' },
    backend: 'vulkan',
    driver: '1.2',
    os: 'linux 6.1 x64',
    node: '24.21.0',
    webgpu: '0.6.2',
    toggles: [],
    features: [],
    limits: {},
    timer: { tickNs: 32, quantized: false, passOverheadNs: 1000, dispatchNs: 500 },
    roofs: { copyGBps: 4120, readGBps: 4480, gflops: { f32: 58_200 } },
    peaks: null,
    software,
  };
}

function seriesOf(variant: string, n: number, points: readonly SitePoint[]): SiteSeries {
  const name = `n=${n},f32`;
  return {
    id: `reduce/${variant}/${name}`,
    variant,
    case: name,
    params: { n, dtype: 'f32' },
    dtype: { in: 'f32', acc: 'f32', out: 'f32' },
    work: { flops: 1000, minBytes: 4000, implBytes: 4000 },
    points,
  };
}

function runOf(letter: string, commit: Partial<SiteRun['commit']>): SiteRun {
  const date = '2026-03-04T05:06:07Z';
  return {
    runId: letter,
    startedAt: date,
    suite: 'quick',
    local: false,
    commit: {
      sha: letter.repeat(40),
      parents: [],
      branch: 'main',
      dirty: false,
      subject: '',
      date,
      ...commit,
    },
  };
}
