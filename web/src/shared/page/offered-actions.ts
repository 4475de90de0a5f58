import { useEffect, useSyncExternalStore } from 'react';
import { useLatest } from './use-latest.ts';

/** Something the screen that is shown can do, for lists of actions elsewhere on the page. */
export interface OfferedAction {
  id: string;
  label: string;
  run: () => void;
}

let offered: readonly OfferedAction[] = [];
const listeners = new Set<() => void>();

function set(next: readonly OfferedAction[]): void {
  offered = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Offers an action while the component is shown. @param label what it would do now; `null` offers nothing */
export function useOfferAction(id: string, label: string | null, run: () => void): void {
  const latest = useLatest(run);
  useEffect(() => {
    if (label === null) return;
    const action = { id, label, run: () => latest.current() };
    set([...offered, action]);
    return () => set(offered.filter((other) => other !== action));
  }, [id, label, latest]);
}

/** What can be done on the screen that is shown, in the order it was offered. */
export function useOfferedActions(): readonly OfferedAction[] {
  return useSyncExternalStore(subscribe, () => offered);
}
