// Completion: the states of all items, counted by track and phase, at every commit of a history.
import type { Commit, Run } from '@kernel-ladder/schema';
import type { Curriculum } from './curriculum.ts';
import { takeSnapshot } from './snapshot.ts';
import type { Evidence } from './snapshot.ts';
import { itemStates, noProgress } from './states.ts';
import type {
  CommitCompletion,
  Completion,
  Counts,
  ItemState,
  Progress,
  TestEvidence,
  TrackCompletion,
} from './types.generated.ts';

type States = ReadonlyMap<string, ItemState>;

interface Step {
  readonly commit: Pick<Commit, 'sha' | 'date' | 'subject'>;
  readonly runs: readonly Run[];
  readonly tests: readonly TestEvidence[];
}

/**
 * Every item with its state, and the counts of tracks, phases and commits. A pure function: runs are in the order in
 * which their commits follow each other. An item that was proven at an earlier commit and is not at the last is
 * `regressed`. A failing result more never raises completion.
 */
export function completion(
  curriculum: Curriculum,
  evidence: Evidence,
  progress: Progress = noProgress,
): Completion {
  const fold = foldCommits(curriculum, evidence, progress);
  const { states } = fold;
  return {
    schemaVersion: 1,
    commit: fold.commits.at(-1)?.sha ?? null,
    total: countStates(states.values()),
    tracks: trackCompletions(curriculum, states),
    items: [...states.values()],
    commits: fold.commits,
  };
}

/** The counts of all tracks at every commit, in order. */
export function completionOverCommits(
  curriculum: Curriculum,
  evidence: Evidence,
): readonly CommitCompletion[] {
  return foldCommits(curriculum, evidence, noProgress).commits;
}

interface Fold {
  readonly states: States;
  readonly commits: readonly CommitCompletion[];
}

function foldCommits(curriculum: Curriculum, evidence: Evidence, progress: Progress): Fold {
  const steps = stepsOf(evidence);
  const known = new Set(steps.map(({ commit }) => commit.sha));
  const commits: CommitCompletion[] = [];
  const provenAt = new Map<string, string>();
  const soFar = { runs: [] as Run[], tests: [] as TestEvidence[] };
  let states = remember(
    itemStates(curriculum, takeSnapshot(soFarOf(evidence, soFar, known)), progress),
    provenAt,
  );
  for (const [index, step] of steps.entries()) {
    soFar.runs.push(...step.runs);
    soFar.tests.push(...step.tests);
    // A write-up whose commit nobody has measured belongs to the end.
    const reached = new Set(steps.slice(0, index + 1).map(({ commit }) => commit.sha));
    const isLast = index === steps.length - 1;
    const artefacts = evidence.artefacts.filter(
      ({ commit }) => reached.has(commit) || (isLast && !known.has(commit)),
    );
    const snapshot = takeSnapshot({ ...soFar, artefacts });
    states = remember(itemStates(curriculum, snapshot, progress), provenAt, step.commit.sha);
    commits.push(commitCompletion(curriculum, step, states));
  }
  return { states, commits };
}

function soFarOf(
  evidence: Evidence,
  soFar: Pick<Evidence, 'runs' | 'tests'>,
  known: ReadonlySet<string>,
): Evidence {
  return { ...soFar, artefacts: known.size === 0 ? evidence.artefacts : [] };
}

// Keeps in `provenAt` where each item was proven, and turns into `regressed` what was and is not.
function remember(states: States, provenAt: Map<string, string>, sha?: string): States {
  const entries = [...states].map(([id, state]): readonly [string, ItemState] => {
    const at = provenAt.get(id);
    if (state.state === 'proven') {
      if (at === undefined && sha !== undefined) provenAt.set(id, sha);
      return [id, { ...state, ...(sha === undefined ? {} : { provenAt: at ?? sha }) }];
    }
    const isOpen = state.state === 'not-started' || state.state === 'implemented';
    return at !== undefined && isOpen ? [id, { ...state, state: 'regressed', provenAt: at }] : [id, state];
  });
  return new Map(entries);
}

// One step a commit, in the order of the runs; tests of a commit that was never measured stand where its date puts them.
function stepsOf({ runs, tests }: Evidence): readonly Step[] {
  const steps = [...Map.groupBy(runs, ({ run }) => run.commit.sha)].flatMap(([sha, own]): Step[] => {
    const commit = own[0]?.run.commit;
    return commit ? [{ commit, runs: own, tests: tests.filter((one) => one.commit === sha) }] : [];
  });
  for (const evidence of tests) {
    if (steps.some(({ commit }) => commit.sha === evidence.commit)) continue;
    const commit = { sha: evidence.commit, date: evidence.date, subject: 'tests' };
    const later = steps.findIndex((step) => Date.parse(step.commit.date) > Date.parse(evidence.date));
    const own = tests.filter((one) => one.commit === evidence.commit);
    steps.splice(later < 0 ? steps.length : later, 0, { commit, runs: [], tests: own });
  }
  return steps;
}

function commitCompletion(curriculum: Curriculum, { commit }: Step, states: States): CommitCompletion {
  const { sha, date, subject } = commit;
  const tracks = curriculum.tracks.map(
    ({ id }) => [id, countStates(inTrack(curriculum, states, id))] as const,
  );
  return { sha, date, subject, total: countStates(states.values()), tracks: Object.fromEntries(tracks) };
}

function trackCompletions(curriculum: Curriculum, states: States): readonly TrackCompletion[] {
  return curriculum.tracks.map(({ id, title, phases }) => ({
    id,
    title,
    counts: countStates(inTrack(curriculum, states, id)),
    phases: phases.map((phase) => {
      const own = inTrack(curriculum, states, id, phase.id);
      return { id: phase.id, title: phase.title, counts: countStates(own), items: own.map((one) => one.id) };
    }),
  }));
}

// An item counts in every track and phase that asks for it, and once in each.
function inTrack({ items }: Curriculum, states: States, track: string, phase?: string): readonly ItemState[] {
  const isHere = (place: string): boolean =>
    phase === undefined ? place.startsWith(`${track}/`) : place === `${track}/${phase}`;
  return [...states.values()].filter(({ id }) => items.get(id)?.places.some(isHere));
}

/** Counts items by state. */
export function countStates(states: Iterable<ItemState>): Counts {
  const all = [...states];
  const count = (test: (state: ItemState) => boolean): number => all.filter(test).length;
  return {
    items: all.length,
    provable: count(isProvable),
    proven: count(({ state }) => state === 'proven'),
    implemented: count(({ state }) => state === 'implemented'),
    regressed: count(({ state }) => state === 'regressed'),
    notApplicable: count(({ state }) => state === 'not-applicable'),
    tickable: count(({ kind }) => kind === 'self'),
    ticked: count(({ state }) => state === 'ticked'),
  };
}

function isProvable({ kind, state }: ItemState): boolean {
  return (kind === 'bench' || kind === 'doc') && state !== 'not-applicable';
}
