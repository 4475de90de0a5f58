import { useEffect } from 'react';
import { routePattern } from '../page/route-pattern.ts';
import { ApiError } from '../server/http/api-error.ts';
import { reportUsage } from './report-usage.ts';

/** Notes that a person is shown an error: its code, and on which screen. */
export function useErrorDisplayed(error: unknown): void {
  const code = error instanceof ApiError ? error.code || 'unspecified' : 'fault';
  useEffect(() => {
    reportUsage('page_error_shown', { code, route: routePattern(location.pathname) });
  }, [code]);
}
