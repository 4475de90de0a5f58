import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../page/lazy-part.tsx';

/** Fetched after the screen: its line moves nothing when it comes. */
const Notice = lazyPart(async () => (await import('./ReportNotice.tsx')).ReportNotice);

export function ReportNotice(props: ComponentProps<typeof Notice>) {
  return (
    <Suspense fallback={null}>
      <Notice {...props} />
    </Suspense>
  );
}
