// The course of a session: awkward cases family by family, each before its ids, which come in two halves, with the rulers in the middle and at the end.
import type { Job, ListedId, Session, Spent } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { beginCoverage } from './coverage.ts';
import type { Plan } from './plan.ts';
import { judgeSession, measureRulers } from './session.ts';
import { checkStretch, stretchesOf, timeStretches } from './stretch.ts';
import type { Timed } from './stretch.ts';

/** What is run, and what is known of it. */
export interface CourseSpec extends Pick<Timed, 'watch'> {
  readonly plan: Plan;
  readonly ids: readonly ListedId[];
  /** By `family/variant`, what is known of awkward cases from results so far. */
  readonly known: () => NonNullable<Job['covered']>;
  readonly spec: Omit<MeasureSpec, 'covered'>;
  /** Told of time that belongs to no result. */
  readonly onSpent: (spent: Spent) => void;
  /** Aborts when no more ids are wanted; the rulers that close the session still are. */
  readonly until?: AbortSignal | undefined;
}

/** Runs ids to their last result, and says whether the machine held still. */
export async function runCourse(
  io: Io,
  { plan, ids, known, spec, onSpent, until, watch }: CourseSpec,
): Promise<Session> {
  const { families } = plan;
  const within = until ? { ...io, interrupt: AbortSignal.any([io.interrupt, until]) } : io;
  // Nothing drifts that is not timed, and a single stretch needs no middle.
  if (plan.job.timing === false) {
    await checkStretch(within, { families, ids, spec: { ...spec, covered: known } });
    return judgeSession(io, plan);
  }
  // In software there is no ruler that wants a middle.
  const stretches = plan.machine.software ? [ids] : stretchesOf(families, ids);
  const own = { ...spec, covered: known };
  const rulers = await timeStretches(within, {
    families,
    stretches,
    spec: own,
    cover: (order, gate) => beginCoverage(within, { families: order, ids, spec: own }, { onSpent, gate }),
    measureRulers: () => measureRulers(io, plan),
    watch,
  });
  const [middle = null] = stretches.length > 1 ? rulers : [];
  return judgeSession(io, plan, {
    middle,
    // Behind a stretch that was cut short none has been measured yet.
    ...(stretches.length > 0 && !until?.aborted ? { end: rulers[stretches.length - 1] ?? null } : {}),
  });
}
