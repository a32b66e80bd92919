// dashboard/acknowledged.json: changes of speed that somebody knows of and takes, in git beside the history.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledgedAmong, resolveAcknowledgements } from '@kernel-ladder/publish';
import type { AcknowledgedAt, AcknowledgedMachine } from '@kernel-ladder/publish';
import { InvalidDocument, parseAcknowledged, readJson } from '@kernel-ladder/schema';
import type { Acknowledgement, KnownAcknowledgement, Run } from '@kernel-ladder/schema';
import { readText } from '@kernel-ladder/schema/node';
import { matches } from '@kernel-ladder/schema/select';
import { ancestry } from './git.ts';
import { lineOfPointer } from './json-line.ts';

/** Where a checkout keeps them. */
export const acknowledgedName = 'dashboard/acknowledged.json';

/** The acknowledgements of a checkout. */
export interface ReadAcknowledged {
  readonly all: readonly Acknowledgement[];
  /** Where each stands, as in `dashboard/acknowledged.json:12`. */
  readonly places: readonly string[];
  /** What is wrong with the file; then nothing is acknowledged. */
  readonly faults: readonly string[];
}

const remedy = 'README.md of dashboard has an example under “Acknowledge a change”';

/** Reads them; none where there is no such file. */
export function readAcknowledged(root: string): ReadAcknowledged {
  const file = join(root, acknowledgedName);
  if (!existsSync(file)) return { all: [], places: [], faults: [] };
  const text = readText(file);
  try {
    const { acknowledged } = parseAcknowledged(acknowledgedName, readJson(acknowledgedName, text));
    const places = acknowledged.map(
      (_, at) => `${acknowledgedName}:${lineOfPointer(text, `/acknowledged/${at}`)}`,
    );
    return { all: acknowledged, places, faults: [] };
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    return { all: [], places: [], faults: [`${withLine(error.message, text)}; ${remedy}`] };
  }
}

// `file: /pointer: what is wrong` → `file:line: /pointer: what is wrong`. Of what is no JSON the message has the place.
function withLine(message: string, text: string): string {
  const [, pointer, said] = /^[^:]+: (\/\S*): (.*)$/s.exec(message) ?? [];
  if (pointer === undefined) return message;
  return `${acknowledgedName}:${lineOfPointer(text, pointer.replace(/\/$/, ''))}: ${pointer}: ${said}`;
}

/** What each of them speaks of on a machine; null where it does not speak of it. */
export function acknowledgedOn(
  root: string,
  all: readonly Acknowledgement[],
  machine: AcknowledgedMachine,
): readonly (KnownAcknowledgement | null)[] {
  if (all.length === 0) return [];
  const by = { matches: (id: string, glob: string) => matches(id, [glob]), ancestry: ancestry(root) };
  return resolveAcknowledgements(all, machine, by);
}

/** Who takes changes among the runs of one machine, which are in commit order, by what the checkout `from` says. */
export function acknowledgedIn(
  root: string,
  runs: readonly Run[],
  from = root,
): { readonly acknowledged: AcknowledgedAt; readonly faults: readonly string[] } {
  const { all, faults } = readAcknowledged(from);
  const known = acknowledgedOn(root, all, {
    machineKey: runs.at(-1)?.machine.key ?? '',
    commits: [...new Set(runs.map(({ run }) => run.commit.sha))],
    ids: [...new Set(runs.flatMap(({ results }) => results.map(({ id }) => id)))],
  });
  return { acknowledged: acknowledgedAmong(known.filter((one) => one !== null)), faults };
}
