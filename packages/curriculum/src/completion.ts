// Completion: the states of all items, counted by track and phase, at every commit of a history.
import type { Commit, Run } from '@kernel-ladder/schema';
import type { Curriculum } from './curriculum.ts';
import { noEvidence, takeSnapshot } from './snapshot.ts';
import type { Evidence } from './snapshot.ts';
import { addTold, looksAt, toldBy } from './telling.ts';
import type { Told } from './telling.ts';
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
 * `regressed`. A failing result more never raises completion. Of a history of more than 64 commits the newest 16 are looked
 * at, and 48 of the others: what was proven between two looks alone counts as never proven.
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
  const looks = looksOf(steps, evidence);
  const known = new Set(steps.map(({ commit }) => commit.sha));
  const commits: CommitCompletion[] = [];
  const provenAt = new Map<string, string>();
  const past = createPast();
  let states = remember(
    itemStates(
      curriculum,
      takeSnapshot({ ...noEvidence, artefacts: known.size === 0 ? evidence.artefacts : [] }),
      progress,
    ),
    provenAt,
  );
  for (const [index, step] of steps.entries()) {
    past.add(step);
    if (!looks.has(index)) continue;
    // A write-up whose commit nobody has measured belongs to the end.
    const isLast = index === steps.length - 1;
    const artefacts = evidence.artefacts.filter(
      ({ commit }) => past.commits.has(commit) || (isLast && !known.has(commit)),
    );
    const snapshot = takeSnapshot({ runs: past.runs(), tests: past.tests, artefacts });
    states = remember(itemStates(curriculum, snapshot, progress), provenAt, step.commit.sha);
    commits.push(commitCompletion(curriculum, step, states));
  }
  return { states, commits };
}

// Commits that nobody but the tests has seen are few.
function looksOf(steps: readonly Step[], { looks }: Evidence): ReadonlySet<number> {
  if (!looks) return looksAt(steps.length);
  const seen = steps.flatMap(({ commit, runs }, at) =>
    looks.has(commit.sha) || runs.length === 0 || at === steps.length - 1 ? [at] : [],
  );
  return new Set(seen);
}

// What is known so far. A machine keeps the place at which it came, whatever of its runs is kept.
function createPast() {
  const tests: TestEvidence[] = [];
  const commits = new Set<string>();
  const first = new Map<string, Run>();
  let kept: readonly Told<Run>[] = [];
  return {
    tests,
    commits,
    runs: () => [...first.values(), ...kept.map(({ of }) => of)],
    add: (step: Step) => {
      commits.add(step.commit.sha);
      tests.push(...step.tests);
      for (const run of step.runs) {
        if (!first.has(run.machine.key)) first.set(run.machine.key, { ...run, results: [] });
        kept = addTold(kept, toldBy(run));
      }
    },
  };
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
  const testsOf = Map.groupBy(tests, ({ commit }) => commit);
  const measured = Map.groupBy(runs, ({ run }) => run.commit.sha);
  const steps = [...measured].flatMap(([sha, own]): Step[] => {
    const commit = own[0]?.run.commit;
    return commit ? [{ commit, runs: own, tests: testsOf.get(sha) ?? [] }] : [];
  });
  for (const [sha, own] of testsOf) {
    const date = own[0]?.date;
    if (date === undefined || measured.has(sha)) continue;
    const later = steps.findIndex((step) => Date.parse(step.commit.date) > Date.parse(date));
    const step = { commit: { sha, date, subject: 'tests' }, runs: [], tests: own };
    steps.splice(later < 0 ? steps.length : later, 0, step);
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
