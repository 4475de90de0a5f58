import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createPageStore } from './page-store.ts';
import { useLatest } from './use-latest.ts';

/** Something the screen that is shown can do, for lists of actions elsewhere on the page. */
export interface OfferedAction {
  id: string;
  label: string;
  run: () => void;
}

const offered = createPageStore<readonly OfferedAction[]>(() => []);

/** Offers an action while the component is shown. @param label what it would do now; `null` offers nothing */
export function useOfferAction(id: string, label: string | null, run: () => void): void {
  const latest = useLatest(run);
  useEffect(() => {
    if (label === null) return;
    const action = { id, label, run: () => latest.current() };
    offered.setState((others) => [...others, action], true);
    return () => offered.setState((others) => others.filter((other) => other !== action), true);
  }, [id, label, latest]);
}

/** What can be done on the screen that is shown, in the order it was offered. */
export const useOfferedActions = (): readonly OfferedAction[] => useStore(offered);
