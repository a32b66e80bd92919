// What is inside of a page may fail while it is drawn: the frame stays, and a sentence stands in its place.
import type { ComponentChildren, VNode } from 'preact';
import { useErrorBoundary, useState } from 'preact/hooks';
import { faultMessage } from '../messages.ts';
import { Raw } from './raw.tsx';

/** Draws what is inside, or says that it failed until there is another `version` of it; the error goes to the console. */
export function Guard({
  version,
  children,
}: {
  readonly version: unknown;
  readonly children: ComponentChildren;
}): VNode {
  const [failed, setFailed] = useState<{ readonly version: unknown; readonly error: unknown } | null>(null);
  useErrorBoundary((error: unknown) => {
    reportError(error);
    setFailed({ version, error });
  });
  if (failed?.version !== version || failed === null) return <>{children}</>;
  return <Raw nodes={[faultMessage({ cause: 'page', message: String(failed.error) })]} />;
}
