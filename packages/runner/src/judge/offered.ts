// What another commit has to offer for the suite of a run: whatever the run lacks of it is no longer measured.
import type { Run } from '@kernel-ladder/schema';
import { pickIds } from '@kernel-ladder/schema/select';
import type { AdapterRequest } from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';
import { parseFlags, textsOf } from '../flags.ts';
import type { Io } from '../io.ts';
import { findFamilies } from '../process/families.ts';
import { surveyFamilies } from '../process/survey.ts';
import { runFlags } from '../run/flags.ts';
import { loadSuite, writtenCases } from '../run/suites.ts';

/** The ids of a workspace. */
export interface Offered {
  /** Those that it would run for the suite and the globs of the run, all shards together. */
  readonly wanted: readonly string[];
  /** All that its families list. */
  readonly listed: ReadonlySet<string>;
}

/** Asks the families of the workspace at `root`; of a suite that it does not have nothing is wanted. Throws where no adapter will do. */
export async function offeredBy(io: Io, root: string, run: Run, gpu: AdapterRequest): Promise<Offered> {
  const globs = globsOf(run);
  const { listings } = await surveyFamilies(io, findFamilies(root), gpu, { cases: writtenCases(globs) });
  const wanted = suitesOf(run).flatMap((name) => {
    const suite = suiteAt(io, root, name);
    if (suite === null) return [];
    return pickIds(listings, { suite, globs, software: run.machine.software }).ids;
  });
  const runnable = wanted.filter(({ status }) => status === 'runnable').map(({ id }) => id);
  return {
    wanted: [...new Set(runnable)],
    listed: new Set(listings.flatMap(({ ids }) => ids.map(({ id }) => id))),
  };
}

const suiteFlag = '--suite=';

// A merged run has the words of all its shards.
function suitesOf({ run: { argv, suite } }: Run): readonly string[] {
  const words = argv.filter((word) => word.startsWith(suiteFlag)).map((word) => word.slice(suiteFlag.length));
  return words.length > 0 ? words : [suite];
}

function globsOf({ run: { argv } }: Run): readonly string[] {
  const given = parseFlags(
    argv.filter((word) => !word.startsWith(suiteFlag)),
    runFlags,
  );
  return [...textsOf(given, 'select'), ...given.positionals];
}

function suiteAt(io: Io, root: string, name: string) {
  try {
    return loadSuite({ ...io, root, cwd: root }, name);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    io.err(`the base has no suite ${name}: nothing of it can be missing\n`);
    return null;
  }
}
