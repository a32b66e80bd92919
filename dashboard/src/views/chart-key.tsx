// The key of a chart where nothing is to be taken out: variants beside their looks.
import type { VNode } from 'preact';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { LineSample } from '../ui/marks.tsx';

/** Draws it. */
export function ChartKey(props: {
  readonly entries: readonly { readonly variant: string; readonly place: number }[];
  readonly theme: Theme;
}): VNode {
  return (
    <ul class="key">
      {props.entries.map(({ variant, place }) => (
        <li key={`${variant} ${place}`}>
          <LineSample style={seriesStyle(props.theme, place)} />
          {variant}
        </li>
      ))}
    </ul>
  );
}
