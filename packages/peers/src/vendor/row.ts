// A row of the vendor's own: a variant whose work is done, and timed, by the Python program.
import type {
  Arrays,
  CaseParams,
  Demand,
  Given,
  Peer,
  Prepared,
  Problem,
  SelfRunVariant,
  Skip,
} from '@kernel-ladder/harness';
import { mostBytes, refuseHuge } from '../limits.ts';
import { refuse } from './python.ts';
import type { Needs, Python, PythonFacts } from './python.ts';
import type { Host, Request } from './session.ts';

/** What a row is; its work is the function of the same name in python/bench.py. */
export interface VendorRow<Case extends CaseParams> {
  readonly name: string;
  readonly summary: string;
  readonly boundBy: string;
  /** Whose code runs, and where its version stands among the facts. */
  readonly library: { readonly name: string; readonly version: keyof PythonFacts; readonly licence: string };
  readonly needs?: Needs;
  /** What its time or its digits hang on besides. */
  readonly settings?: Peer['settings'];
  /** False where each rank has a device of its own. */
  readonly simulated?: false;
  /** What of the family no case names, in JSON, which the program finds among the parameters. */
  readonly constants?: { readonly [name: string]: unknown };
  /** The inputs that the program is given; all when left out. What it does not read must not count as what its caches hold. */
  readonly reads?: readonly string[];
  /** What a case asks for, or why the row does not take it; `python` tells how many devices there are. */
  readonly plan: (params: Case, python: Python) => Demand | Skip;
}

/** The host that runs a row, as family/name; undefined of rows of all others. */
export function hostOf(row: string): Host | undefined {
  return hosts.get(row);
}

const hosts = new Map<string, Host>();

/** Rows of a family as variants that run on a host. */
export function vendorRows<Case extends CaseParams>(
  family: Problem<Case>,
  rows: readonly VendorRow<Case>[],
  host: Host,
): readonly SelfRunVariant<Case>[] {
  for (const { name } of rows) hosts.set(`${family.name}/${name}`, host);
  return rows.map((row) => ({
    name: row.name,
    summary: row.summary,
    boundBy: row.boundBy,
    kind: 'peer',
    // Asked for when a result is made: finding out starts a process.
    get peer() {
      return describe(row, host.python);
    },
    clock: 'peer',
    ...(row.simulated === false ? { simulated: false } : {}),
    plan: (params, device) => {
      const demand = row.plan(params, host.python);
      if ('skip' in demand) return demand;
      const refused = refuseHuge(family.work(params), mostBytes.library);
      return refused ?? refuse(host.python, row.needs ?? 'torch', device) ?? demand;
    },
    prepare: (params, given) => prepare({ family, row, host }, params, given),
  }));
}

const timedBy = {
  cuda: 'CUDA events round one launch; launches below 0.1 ms by the slope between batches of n and 2n',
  cpu: 'the clock of Python round one call',
} as const;

function describe<Case extends CaseParams>(row: VendorRow<Case>, python: Python): Peer {
  const { library } = row;
  const facts = python.facts();
  const { name, licence } = library;
  const api = python.device === 'cuda' ? ({ api: 'cuda' } as const) : {};
  const common = { name, ...api, timedBy: timedBy[python.device] };
  if (typeof facts === 'string') return { ...common, version: 'not found', settings: { licence } };
  const { cuda, torch, driver } = facts;
  const settings = {
    licence,
    device: python.device,
    tf32: false,
    ...row.settings,
    ...Object.fromEntries(Object.entries({ torch, cuda, driver }).filter(([, value]) => value !== null)),
  };
  return { ...common, version: String(facts[library.version] ?? facts.torch ?? 'not found'), settings };
}

interface Subject<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly row: VendorRow<Case>;
  readonly host: Host;
}

let lastId = 0;

async function prepare<Case extends CaseParams>(
  { family, row, host }: Subject<Case>,
  params: Case,
  { inputs, caches, memory }: Given,
): Promise<Prepared> {
  const session = host.session();
  const id = ++lastId;
  const shapes = family.outputs(params);
  const work = {
    row: `${family.name}/${row.name}`,
    params: { ...params, ...row.constants },
    ...(caches ? { caches: { state: caches.state, llcBytes: caches.llcBytes } } : {}),
  };
  const ask = (verb: string, rest: Omit<Request, 'header'> = {}) =>
    session.ask({ header: { verb, id }, ...rest });
  const of = [family.name, JSON.stringify(params), ...(row.reads ?? [])].join(' ');
  await session.ask({ header: { verb: 'prepare', id, ...work }, inputs: { of, arrays: read(inputs, row) } });
  let isSlope = false;
  return {
    run: async () => {
      const { header } = await ask('run');
      isSlope = header['method'] === 'slope';
      return typeof header['ns'] === 'number' ? header['ns'] : undefined;
    },
    method: () => (isSlope ? 'slope' : 'single'),
    spoil: async (given: Arrays) => void (await ask('spoil', { arrays: given })),
    replace: async (arrays: Arrays) =>
      void (await ask('replace', { inputs: { of, arrays: read(arrays, row) } })),
    outputs: async () => (await ask('outputs', { wanted: shapes, ...(memory ? { memory } : {}) })).arrays,
    // What a process held that has ended is free.
    free: async () => void (session.isOpen() && (await ask('free'))),
  };
}

function read<Case extends CaseParams>(inputs: Arrays, { reads }: VendorRow<Case>): Arrays {
  if (!reads) return inputs;
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => reads.includes(name)));
}
