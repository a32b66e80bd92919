// The difference of two texts as a table: each line says in words whether it was added or removed, unified or side by side.
import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { differenceOf, foldedRows, pairedRows } from '../model/difference.ts';
import type { Difference as Compared, NumberedLine, PairedRow, Stretch } from '../model/difference.ts';
import { CodeLine, leftOut, mostLines } from './code.tsx';
import { counted } from './counted.ts';
import { useMedia } from './media.ts';
import '../code.css';

/** A text, and who it is of. */
export interface Side {
  readonly name: string;
  readonly text: string;
}

/** Two texts; whether they stand side by side is the reader's choice, which the address has. */
export interface DifferenceProps {
  readonly id: string;
  readonly before: Side;
  readonly after: Side;
  readonly isSplit: boolean;
}

/** Two columns of code need this much. */
const wide = '(min-width: 900px)';

/** Draws it; a narrow page has no room for two texts side by side. */
export function Difference({ id, before, after, isSplit }: DifferenceProps): VNode {
  const compared = useMemo(() => differenceOf(before.text, after.text), [before.text, after.text]);
  const isPaired = useMedia(wide) && isSplit;
  const parts = useMemo(
    () => foldedRows(isPaired ? pairedRows(compared.rows) : compared.rows),
    [compared, isPaired],
  );
  if (compared.added + compared.removed === 0) return <p class="hint">The text is the same.</p>;
  const names = [before.name, after.name] as const;
  return (
    <>
      <p class="hint">{summaryOf(compared, names)}</p>
      <Rows key={String(isPaired)} id={id} names={names} parts={parts} isPaired={isPaired} />
      {compared.rows.length > mostLines ? <p class="hint">{leftOut(compared.rows.length)}</p> : null}
    </>
  );
}

/** A button for the choice, where the page is wide enough to have one. */
export function SplitButton(props: {
  readonly isSplit: boolean;
  readonly onSplit: (isSplit: boolean) => void;
}): VNode | null {
  const { isSplit, onSplit } = props;
  if (!useMedia(wide)) return null;
  return (
    <div class="scales">
      <button id="split" type="button" aria-pressed={isSplit} onClick={() => onSplit(!isSplit)}>
        Side by side
      </button>
    </div>
  );
}

type Names = readonly [before: string, after: string];

function summaryOf({ added, removed, isWhole }: Compared, [before, after]: Names): string {
  const counts = `${counted(added, 'line')} of ${after} that ${before} has not, ${counted(removed, 'line')} the other way round`;
  return isWhole ? `${counts}. The two are too far apart to say which lines stayed.` : `${counts}.`;
}

interface RowsProps {
  readonly id: string;
  readonly names: Names;
  readonly parts: readonly Stretch<PairedRow>[];
  readonly isPaired: boolean;
}

function Rows({ id, names, parts, isPaired }: RowsProps): VNode {
  const [open, setOpen] = useState<readonly number[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const [before, after] = names;
  const room = roomOf(parts, open);
  const unfold = (at: number) => {
    setOpen([...open, at]);
    // The button that had the focus is gone.
    box.current?.focus({ preventScroll: true });
  };
  const Row = isPaired ? PairRow : UnifiedRow;
  const label = `Difference from ${before} to ${after}`;
  return (
    <div ref={box} class="scroll code-box" tabIndex={0} role="region" aria-label={label}>
      <table id={id} class={isPaired ? 'difference split' : 'difference'}>
        <Heads names={names} isPaired={isPaired} />
        {parts.map((part, at) => (
          <tbody key={at}>
            {part.isFolded && !open.includes(at) ? (
              <Fold count={part.rows.length} span={isPaired ? 5 : 4} onOpen={() => unfold(at)} />
            ) : (
              part.rows.slice(0, room[at]).map((row, line) => <Row key={line} row={row} />)
            )}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Heads({ names: [before, after], isPaired }: Pick<RowsProps, 'names' | 'isPaired'>): VNode {
  const heads = isPaired
    ? [`Line of ${before}`, before, 'Change', `Line of ${after}`, after]
    : [`Line of ${before}`, `Line of ${after}`, 'Change', 'Text'];
  return (
    <thead>
      <tr>
        {heads.map((head, at) => (
          <th key={at} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

// How many rows of each part are drawn.
function roomOf(parts: RowsProps['parts'], open: readonly number[]): readonly number[] {
  let left = mostLines;
  return parts.map(({ isFolded, rows }, at) => {
    const room = isFolded && !open.includes(at) ? 0 : Math.min(left, rows.length);
    left -= room;
    return room;
  });
}

function Fold(props: { readonly count: number; readonly span: number; readonly onOpen: () => void }): VNode {
  return (
    <tr class="fold">
      <td colSpan={props.span}>
        <button type="button" onClick={props.onOpen}>
          Show {counted(props.count, 'unchanged line')}
        </button>
      </td>
    </tr>
  );
}

function UnifiedRow({ row: { kind, before, after } }: { readonly row: PairedRow }): VNode {
  return (
    <tr class={kind}>
      <td class="number">{before?.number}</td>
      <td class="number">{after?.number}</td>
      <td class="change">{kind === 'same' ? '' : kind}</td>
      <TextCell line={after ?? before} />
    </tr>
  );
}

function PairRow({ row: { kind, before, after } }: { readonly row: PairedRow }): VNode {
  return (
    <tr class={kind}>
      <td class="number">{before?.number}</td>
      <TextCell line={before} />
      <td class="change">{kind === 'same' ? '' : kind}</td>
      <td class="number">{after?.number}</td>
      <TextCell line={after} />
    </tr>
  );
}

function TextCell({ line }: { readonly line: NumberedLine | null }): VNode {
  return <td class={line === null ? 'text none' : 'text'}>{line && <CodeLine tokens={line.tokens} />}</td>;
}
