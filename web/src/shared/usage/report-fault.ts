import { minuteMs } from '@tapwise/contract/calendar';
import type { ClientErrorBody, usagePaths } from '@tapwise/contract/usage';
import { createPageStore } from '../page/page-store.ts';
import { routePattern } from '../page/route-pattern.ts';
import { ApiError } from '../server/http/api-error.ts';

const path: (typeof usagePaths)['clientError'] = '/api/client_error';
const mostInAMinute = 10;
const longestMessage = 500;
const longestStack = 5000;

const faults = createPageStore<readonly { message: string; at: number }[]>(() => []);

/**
 * Reports a fault of the page to its own server, which removes personal data. What the server refused is no fault of the page,
 * and the same fault is reported once a minute.
 */
export function reportFault(error: unknown): void {
  if (error instanceof ApiError && error.status < 500) return;
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, longestMessage);
  if (/AbortError|ResizeObserver/.test(message)) return;
  const now = Date.now();
  const reported = faults.getState().filter(({ at }) => at > now - minuteMs);
  if (reported.length >= mostInAMinute || reported.some((fault) => fault.message === message)) return;
  faults.setState([...reported, { message, at: now }], true);
  const body: ClientErrorBody = {
    message,
    stack: error instanceof Error ? (error.stack ?? null)?.slice(0, longestStack) : null,
    route: routePattern(location.pathname),
    build: buildName(),
    request_id: error instanceof ApiError ? error.requestId : null,
  };
  const headers = { 'content-type': 'application/json' };
  fetch(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }).catch(() => undefined);
}

/** The name of the built script, which changes with its content. */
const buildName = (): string => /([\w-]+)\.js$/.exec(new URL(import.meta.url).pathname)?.[1] ?? 'development';

/** Reports what nothing on the page has caught. */
export function watchFaults(): void {
  window.addEventListener('error', ({ error, message }) => reportFault(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportFault(reason));
}
