// What every page is drawn from.
import type { ComponentChildren } from 'preact';
import type { SiteIndex } from '@kernel-ladder/schema';
import type { Change } from '../change.ts';
import type { ViewState } from '../state.ts';
import type { Theme } from '../theme.ts';

/** The site's index, the wishes of the address, and the ways to another address. */
export interface PageContext {
  readonly index: SiteIndex;
  readonly state: ViewState;
  readonly theme: Theme;
  /** A choice that the back button undoes. */
  readonly go: (change: Change) => void;
  /** A choice in the making, such as a half-typed word: the address follows without a step back to it. */
  readonly refine: (change: Change) => void;
}

/** A page of components. */
export interface Tree {
  /** Of the browser's tab, where the page's own name says too little. */
  readonly title?: string;
  readonly controls: ComponentChildren;
  readonly notices: ComponentChildren;
  readonly body: ComponentChildren;
}

/** Loads what a page needs; the answer is the page. */
export type PreparePage = (context: PageContext) => Promise<Tree>;
