// The course of a session: awkward cases side by side, then the ids in two halves, with the rulers in the middle and at the end.
import type { Job, ListedId, Session, Spent } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { coverFirst } from './cover-first.ts';
import type { Plan } from './plan.ts';
import { judgeSession, measureRulers } from './session.ts';
import { checkStretch, stretchesOf, timeStretches } from './stretch.ts';

/** What is run, and what is known of it. */
export interface CourseSpec {
  readonly plan: Plan;
  readonly ids: readonly ListedId[];
  /** By `family/variant`, what is known of awkward cases from results so far. */
  readonly known: () => NonNullable<Job['covered']>;
  readonly spec: Omit<MeasureSpec, 'covered'>;
  /** Told of time that belongs to no result. */
  readonly onSpent: (spent: Spent) => void;
}

/** Runs ids to their last result, and says whether the machine held still. */
export async function runCourse(io: Io, { plan, ids, known, spec, onSpent }: CourseSpec): Promise<Session> {
  const { families } = plan;
  // Nothing drifts that is not timed, and a single stretch needs no middle.
  if (plan.job.timing === false) {
    await checkStretch(io, { families, ids, spec: { ...spec, covered: known } });
    return judgeSession(io, plan);
  }
  const first = await coverFirst(io, { families, ids, spec: { ...spec, covered: known } }, { onSpent });
  const covered = () => ({ ...first.covered, ...known() });
  // In software there is no ruler that wants a middle.
  const stretches = plan.machine.software ? [first.ids] : stretchesOf(families, first.ids);
  const rulers = await timeStretches(io, {
    families,
    stretches,
    spec: { ...spec, covered },
    measureRulers: () => measureRulers(io, plan),
  });
  const [middle = null] = stretches.length > 1 ? rulers : [];
  return judgeSession(io, plan, {
    middle,
    ...(stretches.length > 0 ? { end: rulers[stretches.length - 1] ?? null } : {}),
  });
}
