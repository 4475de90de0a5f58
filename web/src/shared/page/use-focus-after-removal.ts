import { useEffect } from 'react';

/** What gives the focus back itself, as dialogs and menus do, has done so by then. */
const othersFirstMs = 100;
const tabbable =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]:not([data-tabster-dummy])';
/** They give the focus to their own cells, once these are drawn. */
const grids = '[role="grid"], [role="treegrid"]';

/**
 * Keeps the focus on the page: where what has it goes away, by its own press or without one, the nearest part that is still there takes
 * it, so that the next Tab goes on from there and screen readers say where one is.
 */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    /** What has the focus, then what it is in. */
    let held: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const into = ({ target }: FocusEvent) => {
      held = [];
      for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) held.push(at);
    };
    // A press beside everything takes the focus away on purpose.
    const out = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      queueMicrotask(() => {
        if (target === held[0] && held[0]?.isConnected === true) held = [];
      });
    };
    const look = () => {
      const [lost] = held;
      if (lost === undefined || lost.isConnected) return;
      const around = held;
      held = [];
      clearTimeout(timer);
      timer = setTimeout(() => document.activeElement === document.body && takeFocus(around), othersFirstMs);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', into);
    document.addEventListener('focusout', out);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', into);
      document.removeEventListener('focusout', out);
    };
  }, []);
}

/** @param around what had the focus, then what it was in */
function takeFocus(around: readonly Element[]): void {
  if (around.some((element) => element.matches(grids))) return;
  for (const at of around) {
    if (!at.isConnected || at === document.body) continue;
    const taker = at.hasAttribute('tabindex') ? at : at.querySelector(tabbable);
    if (!(taker instanceof HTMLElement)) continue;
    taker.focus({ preventScroll: true });
    if (document.activeElement === taker) return;
  }
  document.getElementById('content')?.focus({ preventScroll: true });
}
