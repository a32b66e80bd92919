// A history whose every free text tries to become markup, with names that JavaScript's objects have already, and machines of the
// odd kinds: one run alone, a browser, a key that begins with another one.
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { hashKernel, machineKey, parseRun, readJson } from '@kernel-ladder/schema';
import type { KernelPass, Machine, Result, Run } from '@kernel-ladder/schema';
import { recordedHistory } from './history.ts';
import { hostileResults, hostileText } from './hostile-results.ts';

/** A word that no line breaks. */
const longWord = 'W'.repeat(300);
/** The odd kinds of machines: `alone` has one run, and a key that begins with that of `judged`. */
export const hostileKinds = ['judged', 'alone', 'browser', 'software'] as const;
type Kind = (typeof hostileKinds)[number];

/** A history and the keys of its machines. */
export interface HostileHistory {
  readonly folder: string;
  readonly keys: Readonly<Record<Kind, string>>;
}

const commits = 10;

/** Writes the history into a folder, which whoever asks for it removes. */
export async function hostileHistory(): Promise<HostileHistory> {
  const folder = await mkdtemp(join(tmpdir(), 'kernel-ladder-hostile-'));
  const [name = ''] = globSync('nvidia-*/*.json', { cwd: recordedHistory });
  const recorded = parseRun(name, readJson(name, await readFile(join(recordedHistory, name), 'utf8')));
  const passes: readonly KernelPass[] = [
    { file: `${hostileText}.wgsl`, text: hostileText, bindings: [hostileText], workgroups: [1, 1, 1] },
  ];
  const hash = await hashKernel(passes);
  await mkdir(join(folder, 'kernels'));
  const line = `${JSON.stringify({ schemaVersion: 1, hash, passes })}\n`;
  await writeFile(join(folder, 'kernels', 'hostile.ndjson.br'), brotliCompressSync(line));
  const machines = machinesOf(recorded.machine);
  for (const kind of hostileKinds) {
    const machine = machines[kind];
    const { key } = machine;
    await mkdir(join(folder, key));
    const count = kind === 'judged' ? commits : kind === 'alone' ? 1 : 2;
    for (let at = 0; at < count; at++) {
      const run = hostileRun(recorded, { at, machine, hash });
      await writeFile(join(folder, key, `2026-10-${at + 10}.json`), JSON.stringify(run));
    }
  }
  return {
    folder,
    keys: Object.fromEntries(
      hostileKinds.map((kind) => [kind, machines[kind].key]),
    ) as HostileHistory['keys'],
  };
}

interface Placed {
  readonly at: number;
  readonly machine: Machine;
  readonly hash: string;
}

function hostileRun(recorded: Run, placed: Placed): Run {
  const { at, machine, hash } = placed;
  const { key } = machine;
  const date = new Date(Date.UTC(2026, 9, 10 + at)).toISOString();
  const commit = {
    ...recorded.run.commit,
    sha: (at + 16).toString(16).repeat(20),
    date,
    branch: hostileText,
    subject: `${at} ${hostileText}${longWord}`,
  };
  const results = hostileResults(recorded, { at, hash, software: machine.software });
  return {
    ...recorded,
    run: {
      ...recorded.run,
      id: at === 0 ? `constructor-${key.length}` : `hostile-${key.length}-${at}`,
      startedAt: date,
      commit,
      suite: hostileText,
      argv: [hostileText],
    },
    machine,
    families: laddersOf(results),
    sessions,
    results,
  };
}

const sessions: Run['sessions'] = [
  {
    rulers: [],
    stable: true,
    reasons: [],
    spent: {
      wallMs: 5000,
      deviceMs: 1000,
      judgingMs: 10,
      phasesMs: { [hostileText]: 10, constructor: 5 },
    },
  },
  { rulers: [], stable: false, reasons: [hostileText] },
];

function laddersOf(results: readonly Result[]): NonNullable<Run['families']> {
  return [...Map.groupBy(results, ({ family }) => family)].map(([name, own]) => ({
    name,
    title: hostileText,
    simulated: false,
    params: [...new Set(own.flatMap(({ params }) => Object.keys(params)))]
      .filter((param) => param !== 'dtype')
      .map((param) => ({ key: param })),
    rungs: [...new Set(own.filter(({ kind }) => kind === 'gpu').map(({ variant }) => variant))].map(
      (rung) => ({
        name: rung,
        kind: 'gpu',
        summary: hostileText,
        boundBy: hostileText,
        access: hostileText,
      }),
    ),
    headline: { cache: 'cold', metric: 'gbps', cases: [] },
    tolerance: hostileText,
  }));
}

function machinesOf(recorded: Machine): Readonly<Record<Kind, Machine>> {
  const judged = keyed({
    ...recorded,
    adapter: {
      vendor: hostileText,
      architecture: 'x',
      device: hostileText,
      description: hostileText,
      name: hostileText,
    },
    driver: hostileText,
    os: hostileText,
    node: hostileText,
    toggles: [hostileText],
    features: [hostileText],
    limits: { [hostileText]: 1 },
  });
  const named = (name: string) => ({ ...judged, adapter: { ...judged.adapter, name } });
  const browser = { name: 'chrome', version: '1', system: hostileText };
  return {
    judged,
    alone: keyed(named(judged.key)),
    browser: keyed({ ...judged, driver: '', toggles: [], backend: 'browser', browser }),
    software: keyed({ ...named(`software ${hostileText}`), software: true, peaks: null }),
  };
}

// The kind of the host is not told by an operating system of such a name.
function keyed(machine: Machine): Machine {
  return { ...machine, key: machineKey(machine, { platform: '', arch: '' }) };
}
