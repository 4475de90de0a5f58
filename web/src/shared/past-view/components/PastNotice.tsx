import { Suspense } from 'react';
import { lazyPart } from '../../page/lazy-part.tsx';
import { usePastInstant } from '../past-instant.ts';
import styles from './past-view.module.css';

const PastBanner = lazyPart(async () => (await import('./PastBanner.tsx')).PastBanner);

/** The banner of the past, under the header; its place is kept until it has come. */
export function PastNotice({ timeZone }: { timeZone: string }) {
  const instant = usePastInstant();
  if (instant === null) return null;
  return (
    <div className={styles.banner} data-banner="past">
      <Suspense fallback={null}>
        <PastBanner instant={instant} timeZone={timeZone} />
      </Suspense>
    </div>
  );
}
