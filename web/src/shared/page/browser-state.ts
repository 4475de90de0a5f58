import { useEffect, useSyncExternalStore } from 'react';

/** Whether a media query matches now. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether the tab can be seen. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible');
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser has a network at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, () => navigator.onLine);
}

let now = Date.now();
const ticks = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const tick of ticks) tick();
}, 10_000);

function subscribeClock(listener: () => void): () => void {
  ticks.add(listener);
  return () => ticks.delete(listener);
}

/** What `pick` makes of the time, looked at every ten seconds; renders only when that changes. */
export function useClock<Value extends string | number | boolean>(pick: (now: number) => Value): Value {
  return useSyncExternalStore(subscribeClock, () => pick(now));
}

/** The tab's title while a page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tapwise`;
  }, [title]);
}
