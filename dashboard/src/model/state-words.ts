// The states of series in words: what each is called, and what it says.
import type { GridState } from '@kernel-ladder/schema';

/** Every state, the worst first. */
export const gridStates: readonly GridState[] = [
  'failing',
  'regressed',
  'suspect',
  'unstable',
  'gone',
  'improved',
  'same',
  'unjudged',
  'skipped',
];

/** States that a reader should look at. */
export const attentionStates: readonly GridState[] = gridStates.slice(0, 5);

/** Names and sentences. */
export const gridStateTexts: { readonly [State in GridState]: readonly [name: string, about: string] } = {
  failing: ['failing', 'The newest result failed: its kernel is wrong, or did not run.'],
  regressed: ['regressed', 'The last change of level that the judge has confirmed was to a longer time.'],
  suspect: ['suspect', 'The newest commit looks slower than the level before it. That is no verdict.'],
  unstable: ['unstable', 'The newest time may not be compared: its session or its clock was not steady.'],
  gone: ['gone', 'The last whole run of its suite lacks it.'],
  improved: ['improved', 'The last change of level that the judge has confirmed was to a shorter time.'],
  same: ['same', 'Timed often enough to be judged, and no change of level was found.'],
  unjudged: ['not judged', 'Timed too few times to be judged, or somebody else’s row, which nobody judges.'],
  skipped: ['skipped', 'The device or the rung cannot run it.'],
};

/** Whose rows there are. */
export const kindNames: { readonly [Kind in 'gpu' | 'peer' | 'cpu']: string } = {
  gpu: 'ours',
  peer: 'peers',
  cpu: 'CPU',
};
