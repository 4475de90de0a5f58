import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { AppShell } from '../features/frame/shell/index.ts';
import { SignedIn } from './SignedIn.tsx';

/** Everything behind the sign-in that is shown in the frame with the menu. */
export function ClientPage() {
  return (
    <SignedIn>
      <Suspense fallback={<Waiting />}>
        <AppShell>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </AppShell>
      </Suspense>
    </SignedIn>
  );
}

/** Announced and not drawn: what comes takes its place at once and must not move. */
function Waiting() {
  return (
    <p role="status" className="visually-hidden">
      Loading...
    </p>
  );
}
