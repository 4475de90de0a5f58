import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../../../shared/page/lazy-part.tsx';

const BacktestDialog = lazyPart(async () => (await import('./BacktestDialog.tsx')).BacktestDialog);

/** The back-test of a rule or a draft; its dialog comes when it is first opened. */
export const BacktestPart = (props: ComponentProps<typeof BacktestDialog>) => (
  <Suspense fallback={null}>
    <BacktestDialog {...props} />
  </Suspense>
);
