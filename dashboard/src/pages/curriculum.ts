// The curriculum's page: tracks, completion over commits, milestones, and every item with its evidence.
import { createCurriculum, parseCompletion, parseItems } from '@kernel-ladder/curriculum';
import type { Completion, Curriculum, ItemsFile } from '@kernel-ladder/curriculum';
import { load } from '../data.ts';
import type { Fault, Loaded } from '../data.ts';
import { byId, el } from '../dom.ts';
import { faultMessage, hollow, noteLine } from '../messages.ts';
import { knownWishes } from '../model/curriculum.ts';
import { once } from '../once.ts';
import { drawCurriculum } from '../views/curriculum.ts';
import type { PageContext } from './context.ts';

const files = once(async () =>
  Promise.all([
    load('data/curriculum/completion.json', parseCompletion),
    load('data/curriculum/items.json', parseItems),
  ]),
);

/** Loads what is asked and what is proven. */
export async function curriculumPage(context: PageContext): Promise<() => void> {
  const [completion, items] = await files();
  return () => {
    byId('notices').replaceChildren();
    const fault = faultIn(completion) ?? faultIn(items);
    if (fault !== null) byId('page').replaceChildren(faultMessage(fault));
    else if (completion.status !== 'loaded' || items.status !== 'loaded')
      byId('page').replaceChildren(nothing());
    else draw(context, completion.value, items.value);
  };
}

const curricula = new WeakMap<ItemsFile, Curriculum>();

function draw(context: PageContext, completion: Completion, content: ItemsFile): void {
  const curriculum =
    curricula.get(content) ?? createCurriculum([{ file: 'data/curriculum/items.json', content }]);
  curricula.set(content, curriculum);
  const { known, notes } = knownWishes(completion, context.state);
  byId('notices').replaceChildren(...notes.map(noteLine));
  drawCurriculum(byId('page'), { ...context, state: known, completion, curriculum });
}

function faultIn(file: Loaded<unknown>): Fault | null {
  return file.status === 'malformed' ? file : null;
}

function nothing(): HTMLElement {
  return el(
    'section',
    {},
    hollow('No curriculum', 'Run ', el('code', {}, 'pnpm dashboard'), ' to write it.'),
  );
}
