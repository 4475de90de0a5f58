import { Suspense } from 'react';
import { lazyPart } from '../../page/lazy-part.tsx';
import { usePastInstant } from '../past-instant.ts';
import type { PastScope } from '../past-scope.ts';
import styles from './past-view.module.css';

/** Fetched after the screen; its place is kept. */
const AsOfButton = lazyPart(async () => (await import('./AsOfButton.tsx')).AsOfButton);

/** Says as of when a screen is, and lets another instant be chosen. */
export function AsOfControl(scope: PastScope) {
  const past = usePastInstant() !== null;
  return (
    <Suspense fallback={<span className={styles.buttonPlace} data-past={past || undefined} />}>
      <AsOfButton {...scope} />
    </Suspense>
  );
}
