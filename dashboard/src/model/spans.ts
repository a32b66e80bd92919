// Spans of the host's clock for people.
import { formatTime } from '../format.ts';

/** Writes a span given in ms: from a minute on in minutes and seconds. */
export function formatMs(ms: number): string {
  if (ms < 60_000) return formatTime(ms * 1e6);
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}
