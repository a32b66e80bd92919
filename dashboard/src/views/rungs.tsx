// The ladder as a list: a rung is a line of text with a bar behind it, so a reason fits where a number is missing.
import type { ComponentChildren, VNode } from 'preact';
import { formatSpeedup } from '../format.ts';
import type { Bar, Ladder } from '../model/ladder.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { DoubtBadge, FastestBadge, PeerBadge, Swatch } from '../ui/marks.tsx';

/** What the list needs beside the rungs. */
export interface RungsProps {
  readonly ladder: Ladder;
  /** Says what the list is for readers who do not see the bars. */
  readonly label: string;
  readonly theme: Theme;
  /** A remark on a variant; null for none. */
  readonly remarkOn: (variant: string) => ComponentChildren;
  /** Where a variant's code is shown; null where nobody recorded it. */
  readonly codeOf: (variant: string) => string | null;
}

/** Draws the rungs. */
export function Rungs(props: RungsProps): VNode {
  const { ladder, label } = props;
  return (
    <ol class="rungs" aria-label={label} style={{ '--rungs': String(ladder.bars.length) }}>
      {ladder.bars.map((bar) => (
        <Rung key={bar.variant} bar={bar} {...props} />
      ))}
    </ol>
  );
}

type Passed = Extract<Bar, { status: 'passed' }>;

function Rung({ bar, ladder, theme, remarkOn, codeOf }: RungsProps & { readonly bar: Bar }): VNode {
  const style = seriesStyle(theme, bar.place);
  const marks = `${bar.status === 'passed' ? marksOf(bar) : ''}${bar.peer ? ' peer' : ''}`;
  const code = codeOf(bar.variant);
  return (
    <li
      class={`rung ${bar.status}${marks}`}
      data-variant={bar.variant}
      data-status={bar.status}
      style={{ '--series': style.colour }}
    >
      <span class="rung-name">
        <Swatch style={style} />
        {code === null ? (
          bar.variant
        ) : (
          <a href={code} title={`WGSL of ${bar.variant}`}>
            {bar.variant}
          </a>
        )}
        <Badges bar={bar} /> {remarkOn(bar.variant)}
      </span>
      {bar.status === 'passed' ? <Numbers bar={bar} ladder={ladder} /> : <Reason bar={bar} />}
    </li>
  );
}

function marksOf({ fastest, doubt, isBeyond }: Passed): string {
  return `${fastest ? ' best' : ''}${doubt === null ? '' : ' doubtful'}${isBeyond ? ' beyond' : ''}`;
}

function Badges({ bar }: { readonly bar: Bar }): VNode {
  const { fastest, doubt } = bar.status === 'passed' ? bar : { fastest: null, doubt: null };
  const badges = [
    ...(bar.peer ? [<PeerBadge peer={bar.peer} />] : []),
    ...(fastest ? [<FastestBadge fastest={fastest} />] : []),
    ...(doubt === null ? [] : [<DoubtBadge doubt={doubt} />]),
  ];
  return <>{badges.map((badge) => [' ', badge])}</>;
}

function Numbers({ bar, ladder }: { readonly bar: Passed; readonly ladder: Ladder }): VNode {
  const { low, high, length, spread } = bar;
  return (
    <>
      <span class="rung-track" title={spread === null ? undefined : `p25–p75 ${spread}`} aria-hidden="true">
        <span class="rung-fill" style={{ inlineSize: percent(length) }} />
        {/* Narrower than this it is a smudge on the bar's end, not an interval. */}
        <span
          class="rung-spread"
          hidden={high - low < 0.01}
          style={{ insetInlineStart: percent(low), inlineSize: percent(high - low) }}
        />
        {ladder.references.map(({ name, at }) => (
          <span
            key={name}
            class="rung-reference"
            title={name}
            style={{ insetInlineStart: percent(Math.min(at, 0.998)) }}
          />
        ))}
      </span>
      <span class="rung-value">{bar.value}</span>
      <Ratio bar={bar} isApproximate={ladder.baselineDoubt !== null} />
      <StepText bar={bar} />
    </>
  );
}

// A rung is told by what it gained over the first one, a peer by how our best one does beside it.
function Ratio(props: { readonly bar: Passed; readonly isApproximate: boolean }): VNode {
  const { peer, speedup } = props.bar;
  if (peer?.over)
    return (
      <span class="rung-speedup" title={peer.over.about}>
        ours {peer.over.text}
      </span>
    );
  const about = props.isApproximate ? '≈\u202f' : '';
  return <span class="rung-speedup">{speedup === null || peer ? '—' : `${about}${speedup}`}</span>;
}

// What this rung alone brought.
function StepText({ bar: { step } }: { readonly bar: Passed }): VNode {
  if (!step) return <span class="rung-step" />;
  const about = step.isApproximate ? '≈\u202f' : '';
  return (
    <span class="rung-step" title={`over ${step.before}, in the same run`}>
      step {about}
      {formatSpeedup(step.ratio)}
    </span>
  );
}

function Reason({ bar }: { readonly bar: Extract<Bar, { reason: string }> }): VNode {
  // What passed and has no number in this metric is no skip.
  const said = bar.status === 'unrated' ? 'passed' : bar.status;
  const over = bar.status === 'unrated' ? bar.peer?.over : null;
  return (
    <span class="rung-reason">
      <span class={`badge ${bar.status}`}>{said}</span> {bar.reason}
      {over ? <span title={over.about}>; ours {over.text}</span> : null}
    </span>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
