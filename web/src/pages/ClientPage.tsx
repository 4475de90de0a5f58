import { Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { AppShell } from '../features/shell/index.ts';
import { useToken } from '../shared/storage/token-store.ts';

/** Everything behind the sign-in. Without a session it leads to /login, which remembers the page asked for. */
export function ClientPage() {
  const location = useLocation();
  if (useToken() === null) {
    return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  }
  return (
    <Suspense fallback={<p role="status">Loading...</p>}>
      <AppShell>
        <Suspense fallback={<p role="status">Loading...</p>}>
          <Outlet />
        </Suspense>
      </AppShell>
    </Suspense>
  );
}
