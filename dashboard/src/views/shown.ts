// What every view of the page is drawn from.
import type { Machine, SiteChecks, SiteFamily, SiteJudgement, SiteMachine } from '@kernel-ladder/schema';
import type { PageContext } from '../pages/context.ts';
import type { Selection } from '../selection.ts';
import type { ViewState } from '../state.ts';
import type { Theme } from '../theme.ts';

/** A family with the selection made in it; `go` leads to another state. */
export interface Shown {
  readonly family: SiteFamily;
  readonly machine: Machine;
  /** True on a software adapter, where no timing compares. */
  readonly software: boolean;
  /** True where logical ranks share one device. */
  readonly simulated: boolean;
  /** Null where the site has none. */
  readonly checks: SiteChecks | null;
  readonly judgement: SiteJudgement | null;
  readonly selection: Selection;
  /** The device under other machine keys, and the family there, where the trend has it too. */
  readonly otherKeys: readonly SiteMachine[];
  readonly otherFamilies: readonly SiteFamily[];
  readonly state: ViewState;
  readonly theme: Theme;
  readonly go: PageContext['go'];
}
