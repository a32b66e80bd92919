// Findings that may still be under way: judges in other threads work while the device goes on.
import type { Finding } from '../contract/oracle.ts';

/** What judges say of outputs, or are going to say. */
export type Report = Finding | Promise<Finding>;

/** Whether a report has failed already; one that is under way may still do so. */
export function hasFailed(report: Report): boolean {
  return !(report instanceof Promise) && !report.passed;
}

/** What some reports say together: at once, if none of them is under way. */
export function joinReports(
  reports: readonly Report[],
  join: (findings: readonly Finding[]) => Finding,
): Report {
  const known = reports.flatMap((report) => (report instanceof Promise ? [] : [report]));
  return known.length === reports.length ? join(known) : underWay(Promise.all(reports).then(join));
}

/** A promise that nobody has to await: who does is told what went wrong. */
export function underWay<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
