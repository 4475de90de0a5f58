import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { AppShell } from '../features/shell/index.ts';
import { SignedIn } from './SignedIn.tsx';

/** Everything behind the sign-in that stands in the frame with the menu. */
export function ClientPage() {
  return (
    <SignedIn>
      <Suspense fallback={<p role="status">Loading...</p>}>
        <AppShell>
          <Suspense fallback={<p role="status">Loading...</p>}>
            <Outlet />
          </Suspense>
        </AppShell>
      </Suspense>
    </SignedIn>
  );
}
