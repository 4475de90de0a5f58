import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../page/lazy-part.tsx';
import { usePastInstant } from '../past-instant.ts';
import type { PastScope } from '../past-scope.ts';

const PastReports = lazyPart(async () => (await import('./PastReports.tsx')).PastReports);

/** Figures of now at once; those of a past instant once their tables are there. */
export function PastGate({ children, ...scope }: PastScope & { children: ReactNode }) {
  const instant = usePastInstant();
  if (instant === null) return children;
  return (
    <Suspense fallback={null}>
      <PastReports key={instant} {...scope} instant={instant}>
        {children}
      </PastReports>
    </Suspense>
  );
}
