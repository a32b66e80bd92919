// The machine card: whose numbers these are, and what the machine could do at best.
import { numberTypeOf } from '@kernel-ladder/schema';
import type { Machine, SiteMachine } from '@kernel-ladder/schema';
import { el } from './dom.ts';
import { formatMetric, formatTime } from './format.ts';
import type { Measure } from './format.ts';

/** Draws the card; a software adapter gets a banner first. */
export function machineCard(entry: SiteMachine): readonly HTMLElement[] {
  const { machine } = entry;
  const facts = el('dl', { class: 'facts' }, ...factsOf(entry).map(([term, text]) => fact(term, text)));
  const identity = el('div', { class: 'identity' }, el('h2', {}, machine.adapter.name), facts);
  const card = el('div', { class: 'card' }, identity, roofTable(machine));
  return machine.software ? [softwareBanner(), card] : [card];
}

/** A machine's name in a menu; the key's end tells two drivers of one device apart. */
export function machineLabel(machine: Machine): string {
  const kind = machine.software ? ' · software' : '';
  return `${machine.adapter.name} · ${backendText(machine)}${kind} · ${machine.key.slice(-8)}`;
}

/** By what a machine was reached: a native backend, or a browser with its version. */
export function backendText({ backend, browser }: Machine): string {
  return browser ? `${browser.name} ${browser.version}` : backend;
}

/** What identifies the machine, as pairs of term and text. */
export function factsOf({ machine, runs }: SiteMachine): readonly (readonly [string, string])[] {
  return [
    ['Backend', backendText(machine)],
    ...(machine.driver === '' ? [] : [['Driver', machine.driver] as const]),
    ...(machine.card ? [['Card', `${machine.card.id} at ${machine.card.bus}`] as const] : []),
    ['webgpu', machine.webgpu],
    ['System', machine.os],
    ...(machine.cpu ? [['CPU', machine.cpu] as const] : []),
    ['Timer tick', `${formatTime(machine.timer.tickNs)}${machine.timer.quantized ? ', quantized' : ''}`],
    ['Runs', String(runs)],
    ['Key', machine.key],
  ];
}

/** One column of the roof table; null where nobody knows. */
export interface Roof {
  readonly name: string;
  readonly measured: string | null;
  readonly peak: string | null;
}

/** Measured roofs beside the datasheet's peaks, memory first, then each arithmetic kind. */
export function roofsOf({ roofs, peaks }: Machine): readonly Roof[] {
  const kinds = [...new Set([...Object.keys(roofs.gflops), ...Object.keys(peaks?.gflops ?? {})])];
  return [
    { name: 'copy', measured: rate(bandwidth, roofs.copyGBps), peak: rate(bandwidth, peaks?.gbps) },
    { name: 'read', measured: rate(bandwidth, roofs.readGBps), peak: rate(bandwidth, peaks?.gbps) },
    ...kinds.map((kind) => ({
      name: kind,
      measured: rate(operations(kind), roofs.gflops[kind]),
      peak: rate(operations(kind), peaks?.gflops[kind]),
    })),
  ];
}

const bandwidth: Measure = { metric: 'gbps', numbers: 'float' };
const operations = (kind: string): Measure => ({ metric: 'gflops', numbers: numberTypeOf(kind) });

function rate(measure: Measure, value: number | undefined): string | null {
  return value === undefined ? null : formatMetric(measure, value);
}

function roofTable(machine: Machine): HTMLElement {
  const columns = roofsOf(machine);
  const heads = columns.map(({ name }) => el('th', { scope: 'col' }, name));
  const peaks = machine.peaks
    ? cells(columns.map((column) => column.peak))
    : [el('td', { class: 'unknown', colspan: String(columns.length) }, 'unknown device')];
  const source = machine.peaks ? { title: `${machine.peaks.name}: ${machine.peaks.source}` } : {};
  const table = el(
    'table',
    { class: 'roofs' },
    el('thead', {}, el('tr', {}, el('td', {}), ...heads)),
    el(
      'tbody',
      {},
      el('tr', {}, el('th', { scope: 'row' }, 'Measured roof'), ...cells(columns.map((one) => one.measured))),
      el('tr', {}, el('th', { scope: 'row', ...source }, 'Datasheet peak'), ...peaks),
    ),
  );
  return el(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Roofs and peaks' },
    table,
  );
}

function cells(values: readonly (string | null)[]): readonly HTMLElement[] {
  return values.map((value) => el('td', {}, value ?? '—'));
}

function fact(term: string, text: string): HTMLElement {
  return el('div', {}, el('dt', {}, term), ' ', el('dd', {}, text));
}

function softwareBanner(): HTMLElement {
  return el(
    'p',
    { class: 'banner', role: 'note' },
    el('strong', {}, 'Software adapter.'),
    ' These kernels ran on a CPU that imitates a GPU: results prove correctness; timings prove nothing about speed and are not comparable.',
  );
}
