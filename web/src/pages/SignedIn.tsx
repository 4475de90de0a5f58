import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useToken } from '../shared/storage/token-store.ts';

/** What only a session may see. Without one it leads to /login, which remembers the page asked for. */
export function SignedIn({ children }: { children: ReactNode }) {
  const location = useLocation();
  if (useToken() !== null) return children;
  return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
}
