// What a reader can do with the trend: its axes, what part of it is in view, and files of it.
import type { VNode } from 'preact';
import { moved, rangeOf, zoomed } from '../model/range.ts';
import type { Span } from '../model/range.ts';
import type { Trend } from '../model/trend.ts';
import type { PageContext } from '../pages/context.ts';
import type { AxisScale, ViewState } from '../state.ts';

/** The trend as it is shown, and the way to another look. */
export interface ToolsProps {
  readonly trend: Trend;
  readonly span: Span;
  readonly scale: AxisScale;
  readonly state: ViewState;
  readonly go: PageContext['go'];
  /** Other machine keys of the device. */
  readonly keys: readonly unknown[];
}

/** Draws the switches of both axes. */
export function AxisTools({ scale, state, go, keys }: ToolsProps): VNode {
  const scaleOf = (own: 'fit' | 'log') => () => go({ scale: scale === own ? 'linear' : own });
  return (
    <div class="scales" role="group" aria-label="Axes">
      <Switch id="scale-fit" words="Fit to values" isOn={scale === 'fit'} onPress={scaleOf('fit')} />
      <Switch id="scale-log" words="Log scale" isOn={scale === 'log'} onPress={scaleOf('log')} />
      <Switch
        id="axis-date"
        words="By date"
        isOn={state.isDated}
        onPress={() => go((now) => ({ isDated: !now.isDated }))}
      />
      <Switch
        id="relative"
        words="Relative to first"
        isOn={state.isRelative}
        onPress={() => go((now) => ({ isRelative: !now.isRelative }))}
      />
      {keys.length === 0 ? null : (
        <Switch
          id="all-keys"
          words="Other keys"
          isOn={state.allKeys}
          onPress={() => go((now) => ({ allKeys: !now.allKeys, range: null }))}
        />
      )}
    </div>
  );
}

interface SwitchProps {
  readonly id: string;
  readonly words: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
}

function Switch({ id, words, isOn, onPress }: SwitchProps): VNode {
  return (
    <button id={id} type="button" aria-pressed={isOn} onClick={onPress}>
      {words}
    </button>
  );
}

/** A way to another part of the trend. */
interface Way {
  readonly id: string;
  readonly words: string;
  readonly sign: string;
  /** The key that does the same on the chart. */
  readonly key: string;
  readonly to: (span: Span, count: number) => Span;
}

const ways: readonly Way[] = [
  {
    id: 'older',
    words: 'Older commits',
    sign: 'Older',
    key: '[',
    to: (span, count) => moved(span, -1, count),
  },
  { id: 'zoom-out', words: 'Zoom out', sign: '−', key: '-', to: (span, count) => zoomed(span, 2, count) },
  { id: 'zoom-in', words: 'Zoom in', sign: '+', key: '+', to: (span, count) => zoomed(span, 0.5, count) },
  {
    id: 'newer',
    words: 'Newer commits',
    sign: 'Newer',
    key: ']',
    to: (span, count) => moved(span, 1, count),
  },
  {
    id: 'zoom-reset',
    words: 'All',
    sign: 'All',
    key: '0',
    to: (_, count) => ({ first: 0, last: count - 1 }),
  },
];

/** Draws the buttons; what leads nowhere is off. */
export function ZoomTools(props: ToolsProps): VNode {
  const { span, trend } = props;
  return (
    <div class="scales zoom" role="group" aria-label="Part of the history">
      {ways.map((way) => {
        const next = way.to(span, trend.columns.length);
        const isSame = next.first === span.first && next.last === span.last;
        return (
          <button
            key={way.id}
            id={way.id}
            type="button"
            // Off, not disabled: the focus must not be lost under the reader's finger.
            aria-disabled={isSame}
            aria-label={way.words}
            title={`${way.words} (key ${way.key} on the chart)`}
            onClick={() => isSame || goTo(props, next)}
          >
            {way.sign}
          </button>
        );
      })}
    </div>
  );
}

/** Goes to a part of the trend. */
export function goTo({ trend, go }: ToolsProps, span: Span): void {
  go({ range: rangeOf(trend.columns, span) });
}

/** Does what a key asks for; false where it asks for nothing. */
export function zoomByKey(props: ToolsProps, key: string): boolean {
  const way = ways.find((one) => one.key === (key === '=' ? '+' : key));
  if (way) goTo(props, way.to(props.span, props.trend.columns.length));
  return way !== undefined;
}
