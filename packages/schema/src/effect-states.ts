// What a commit can do to a series: each series that its machine knows is in exactly one state at it.

/** The states, in the order in which they are told; data name each by its place here. */
export const effectStates = [
  'slower',
  'faster',
  'failing',
  'new',
  'gone',
  'steady',
  'unjudged',
  'skipped',
  'unmeasured',
] as const;

/** One of them. */
export type EffectState = (typeof effectStates)[number];

/** Commits of one file of effects. */
export const effectsPage = 16;
