// Long lists draw only the rows in view: TanStack's virtualizer, bound to a component.
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** Which rows to draw, and the room in px that stands for those above and below. */
export interface Window {
  readonly indexes: readonly number[];
  readonly before: number;
  readonly after: number;
  /** Takes each row's element: heights are measured, not assumed. */
  readonly measure: (element: Element | null) => void;
}

/** Lists up to this length are drawn whole. */
export const drawnWhole = 60;

const estimatedPx = 34;

/** The rows in view of a box that scrolls; all of a list that is short. */
export function useWindow(count: number, box: RefObject<HTMLElement | null>): Window {
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const options = {
    count,
    getScrollElement: () => box.current,
    estimateSize: () => estimatedPx,
    overscan: 10,
    initialRect: { width: 0, height: 600 },
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  if (count <= drawnWhole) {
    const indexes = Array.from({ length: count }, (_, index) => index);
    return { indexes, before: 0, after: 0, measure: () => undefined };
  }
  const items = virtualizer.getVirtualItems();
  return {
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: (element) => virtualizer.measureElement(element),
  };
}
