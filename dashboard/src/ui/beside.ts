// Where a note stands beside what it explains.

/** A rectangle of the window, in px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** Width and height in px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const edge = 8;

/**
 * The place in the window of a note of this size: at the start of the anchor, or as far before it as the note stays in the
 * window; below the anchor, or above where there is no room below. It touches the anchor, so that the mouse can go there.
 */
export function placeBeside(
  anchor: Box,
  note: Size,
  view: Size,
): { readonly left: number; readonly top: number } {
  const left = Math.max(edge, Math.min(anchor.left, view.width - note.width - edge));
  const isBelow = anchor.bottom + note.height + edge <= view.height || anchor.top < note.height + edge;
  return { left, top: isBelow ? anchor.bottom : anchor.top - note.height };
}
