// The history of a series as a small drawing; its words say the same.
import type { VNode } from 'preact';
import type { GridRow } from '@kernel-ladder/schema';
import { sparkBox, sparkOf, sparkWords } from '../model/spark.ts';
import '../spark.css';

const paths = ['cards', 'kernels', 'line', 'dots', 'doubtful', 'failed', 'skipped'] as const;

/** Draws it. */
export function Sparkline({ row }: { readonly row: Pick<GridRow, 'times' | 'marks'> }): VNode {
  const spark = sparkOf(row);
  const words = sparkWords(row);
  return (
    <svg class="spark" viewBox={`0 0 ${sparkBox.width} ${sparkBox.height}`} role="img" aria-label={words}>
      <title>{words}</title>
      {paths.map((name) => (spark[name] === '' ? null : <path key={name} class={name} d={spark[name]} />))}
    </svg>
  );
}
