// The words of the site, each with one meaning in plain English. The README's table of words is a part of them.

/** A word as it is written in a sentence, and what it means. */
export interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** Every word, in the order of the alphabet. */
export const glossary: readonly Word[] = [
  {
    word: 'A/A launches',
    meaning: 'launches of one commit again and again: what differs between them is noise',
  },
  {
    word: 'algbw',
    meaning: 'algorithm bandwidth of a collective: the bytes of one rank over the time of the call',
  },
  { word: 'band', meaning: 'the range from the 25th to the 75th percentile of the samples' },
  {
    word: 'bound',
    meaning:
      'what a kernel would have to stop waiting for to become faster: memory, arithmetic, requests or launches',
  },
  {
    word: 'busbw',
    meaning:
      'bus bandwidth of a collective: algbw × 2(n − 1)/n of an allreduce on n ranks, the rate of its busiest link were it a ring',
  },
  {
    word: 'card',
    meaning:
      'the physical GPU, by a hash of its UUID; two cards of one model are one machine, and no verdict stands between them',
  },
  {
    word: 'case',
    meaning:
      'one input shape, number type and fill; cases for timing are round and large, cases for checking are awkward',
  },
  {
    word: 'change of level',
    meaning:
      'the place in a series where the median time moved and stayed, as the detector found it, with the interval in which the step lies',
  },
  {
    word: 'edge case',
    meaning:
      'a case for checking alone: sizes one off a tile, empty rows, special values, more workgroups than one dimension holds',
  },
  {
    word: 'false discovery rate',
    meaning: 'of all changes that are listed, the share that is expected to be noise',
  },
  {
    word: 'family',
    meaning: 'one problem with its cases, oracle, work model and variants, e.g. reduce; one package',
  },
  { word: 'fault', meaning: 'a rung with one mistake in it, which the check must reject for that mistake' },
  {
    word: 'history',
    meaning: 'immutable run files, dashboard/history/<machine key>/<commit date>-<sha8>.json',
  },
  { word: 'id', meaning: 'family/variant/case, e.g. reduce/subgroup/n=16777216,f32' },
  { word: 'intensity', meaning: 'operations that a problem makes for each byte that it must move' },
  {
    word: 'item',
    meaning:
      'one requirement of the curriculum, with a rule over results, tests and write-ups that proves it',
  },
  {
    word: 'knee',
    meaning: 'where a curve bends: two straight pieces of it meet, with another slope after than before',
  },
  {
    word: 'ladder',
    meaning: 'the variants of a family in order, each with one idea more than the one before',
  },
  { word: 'level', meaning: 'the median time about which a series stands between two changes' },
  {
    word: 'machine',
    meaning:
      'device, driver, backend and toggles, under a key made of them; two machines are never compared silently',
  },
  {
    word: 'machine key',
    meaning: 'the name of a machine, with a hash of its device, driver, backend and toggles',
  },
  { word: 'milestone', meaning: 'an item that stands for several others, or for a checklist' },
  {
    word: 'mutant',
    meaning:
      'a rung with one generated mistake in it: what it takes to slip past the check measures the check',
  },
  { word: 'noise', meaning: 'how much the time of one id differs between launches of the same commit' },
  {
    word: 'not comparable',
    meaning:
      'a time that must not be set beside others, with its reason, e.g. because the device was throttled',
  },
  {
    word: 'oracle',
    meaning: 'a reference in double precision, and the bound within which an output must agree with it',
  },
  { word: 'peer', meaning: 'somebody else’s implementation, run on the same device in the same run' },
  {
    word: 'perturbation',
    meaning:
      'a kernel without its loads, without its arithmetic, at half occupancy and so on, timed beside it to see what holds it back; wrong on purpose, and no result',
  },
  {
    word: 'result',
    meaning:
      'what happened to one id: passed, failed, or skipped with a reason; timings exist only when passed',
  },
  {
    word: 'roof',
    meaning:
      'the best rate that this machine reaches with kernels that do nothing else; beside it stands the datasheet’s peak',
  },
  {
    word: 'roofline',
    meaning: 'rate over operations per byte, with the roofs as lines that no result can pass',
  },
  {
    word: 'ruler',
    meaning:
      'a small kernel of known work, timed at the start, middle and end of a run: it tells whether the machine drifted',
  },
  {
    word: 'run',
    meaning:
      'all results of one invocation, with the machine, the commit, and the ladders that they belong to',
  },
  { word: 'rung', meaning: 'a variant in its place on the ladder' },
  { word: 'series', meaning: 'the results of one id on one machine, in the order of commits' },
  { word: 'share', meaning: 'the shortest time that a roof allows, over the median time' },
  { word: 'simulated', meaning: 'ranks that share one device: their bandwidths are no network’s' },
  { word: 'speed-up', meaning: 'how many times as fast: the time of the other over the own' },
  { word: 'suite', meaning: 'data that selects ids, sampling effort and sizes; no code' },
  {
    word: 'suspect',
    meaning:
      'an id whose newest time is slower than its level; no verdict until bench ab has measured both commits again',
  },
  { word: 'sweep', meaning: 'cases that differ by parameters alone, to see what these do to the time' },
  { word: 'track', meaning: 'one of the curricula that items belong to' },
  {
    word: 'tuning table',
    meaning:
      'what searches found fastest on a machine: parameters of rungs by classes of cases, which plans take instead of the usual ones',
  },
  {
    word: 'variant',
    meaning:
      'one way to solve the problem, a rung of the ladder: one .wgsl file, a generator of one, or a list of passes',
  },
  {
    word: 'verdict',
    meaning:
      'REGRESSED, IMPROVED, SAME or UNDECIDED, each with its reasons; SUSPECT is the gate’s word, and no verdict',
  },
];

/** Words that sentences use in another sense as well: a page says itself where it means the one that stands here. */
export const everyday: ReadonlySet<string> = new Set(['bound', 'card', 'case', 'fault', 'history', 'share']);

/** The word's entry; null of a word that the glossary lacks. */
export function wordOf(word: string): Word | null {
  return glossary.find((one) => one.word === word) ?? null;
}
