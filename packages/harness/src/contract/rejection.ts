// The ways in which a check says no.

/**
 * What a check saw: an element off its reference by more than its bound; an element that nobody wrote; a write behind the last
 * element; an input that changed; a launch that was right on overwritten outputs and scratch buffers and wrong on used ones;
 * one that takes much less time where an earlier launch has left something behind.
 */
export type Rejection =
  | 'wrong-value'
  | 'unwritten'
  | 'out-of-bounds'
  | 'changed-input'
  | 'unrepeatable'
  | 'carry-over';
