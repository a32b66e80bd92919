// The curriculum's page: tracks, what to do next, completion over commits, milestones, and every item with its evidence.
import { audit, createCurriculum, parseCompletion, parseItems } from '@kernel-ladder/curriculum';
import type { Completion, ItemsFile } from '@kernel-ladder/curriculum';
import type { VNode } from 'preact';
import { load } from '../data.ts';
import type { Fault, Loaded } from '../data.ts';
import { el } from '../dom.ts';
import { faultMessage, hollow, noteLine } from '../messages.ts';
import { knownWishes } from '../model/curriculum.ts';
import { nextRows } from '../model/next.ts';
import { once } from '../once.ts';
import { importTicks, ownTicks, toggleTick } from '../own-ticks.ts';
import { Raw } from '../ui/raw.tsx';
import type { CurriculumFiles, CurriculumShown } from '../views/curriculum-shown.ts';
import { ItemsSection } from '../views/items.tsx';
import { MilestonesSection } from '../views/milestones.tsx';
import { NextSection } from '../views/next.tsx';
import { OverTimeSection } from '../views/over-time.tsx';
import { OwnTicksSection } from '../views/own-ticks.tsx';
import { TracksSection } from '../views/tracks.tsx';
import type { PageContext, Tree } from './context.ts';
import '../curriculum.css';

const files = once(async () =>
  Promise.all([
    load('data/curriculum/completion.json', parseCompletion),
    load('data/curriculum/items.json', parseItems),
  ]),
);

/** Loads what is asked and what is proven, and the reader's own ticks. */
export async function curriculumPage(context: PageContext): Promise<Tree> {
  const [completion, items] = await files();
  const fault = faultIn(completion) ?? faultIn(items);
  if (fault !== null) return blank(faultMessage(fault));
  if (completion.status !== 'loaded' || items.status !== 'loaded') return blank(nothing());
  const prepared = preparedFrom(completion.value, items.value);
  const { curriculum } = prepared;
  const own = ownTicks(curriculum);
  const { known, notes } = knownWishes(completion.value, context.state);
  const redraw = () => context.refine({});
  const shown: CurriculumShown = {
    ...context,
    ...prepared,
    state: known,
    mine: own.mine,
    onTick: (place) => {
      toggleTick(curriculum, place);
      redraw();
    },
    onImport: (file, text) => {
      const said = importTicks(curriculum, file, text);
      redraw();
      return said;
    },
  };
  return {
    controls: null,
    notices: <Raw nodes={[...notes, ...own.notes].map(noteLine)} />,
    body: <Body {...shown} />,
  };
}

function Body(shown: CurriculumShown): VNode {
  return (
    <>
      <TracksSection {...shown} />
      <NextSection {...shown} />
      <OverTimeSection completion={shown.completion} theme={shown.theme} />
      <MilestonesSection {...shown} />
      <OwnTicksSection {...shown} />
      <ItemsSection {...shown} />
    </>
  );
}

const prepared = new WeakMap<Completion, CurriculumFiles>();

function preparedFrom(completion: Completion, content: ItemsFile): CurriculumFiles {
  const before = prepared.get(completion);
  if (before) return before;
  const curriculum = createCurriculum([{ file: 'data/curriculum/items.json', content }]);
  const fresh: CurriculumFiles = {
    completion,
    curriculum,
    next: nextRows(curriculum, completion),
    audited: new Map(audit(curriculum, completion).map((one) => [one.id, one])),
  };
  prepared.set(completion, fresh);
  return fresh;
}

function faultIn(file: Loaded<unknown>): Fault | null {
  return file.status === 'malformed' ? file : null;
}

function blank(message: HTMLElement): Tree {
  return { controls: null, notices: null, body: <Raw nodes={[message]} /> };
}

function nothing(): HTMLElement {
  return el(
    'section',
    {},
    hollow('No curriculum', 'Run ', el('code', {}, 'pnpm dashboard'), ' to write it.'),
  );
}
