import { type RefObject, useEffect } from 'react';
import { useLatest } from './use-latest.ts';

/** What gives the focus back itself, as dialogs and menus do, has done so by then. */
const othersFirstMs = 100;
const focusable =
  '[tabindex]:not([data-tabster-dummy]), button:not(:disabled), a[href], input:not(:disabled), select, textarea';
const tabbable = focusable.replace('[tabindex]', '[tabindex="0"]');
/** They give the focus to their own cells, once these are drawn. */
const grids = '[role="grid"], [role="treegrid"]';

type FocusTarget = HTMLElement | null | undefined;

/** Parts of the page that know where the focus goes when what held it in them goes away; also while they go away themselves. */
const parts = new WeakMap<Element, () => FocusTarget>();

/**
 * Keeps the focus on the page: where what has it goes away, by its own press or without one, the nearest part that is still there takes
 * it, so that the next Tab goes on from there and screen readers say where one is.
 */
export function useKeptFocus(): void {
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

/**
 * In a part of the page the focus stays near its place: with the nearest thing around that can hold it.
 * @param part the control was anywhere in it
 * @param instead where to go when nothing of the part around the control can hold the focus
 */
export function useFocusInstead(part: RefObject<HTMLElement | null>, instead: () => FocusTarget): void {
  const latest = useLatest(instead);
  useEffect(() => {
    if (part.current !== null) parts.set(part.current, () => latest.current());
  }, [part, latest]);
}

/** @param around what had the focus, then what it was in */
function takeFocus(around: readonly Element[]): void {
  if (around.some((element) => element.matches(grids))) return;
  const part = around.find((element) => parts.has(element));
  const focused = part === undefined ? focusAround(around) : focusWithin(part, around);
  if (!focused) focus(document.getElementById('content'));
}

/** The nearest part of the page that has anything to go on with. */
const focusAround = (around: readonly Element[]): boolean =>
  around.some(
    (at) =>
      at.isConnected && at !== document.body && focus(at.hasAttribute('tabindex') ? at : at.querySelector(tabbable)),
  );

function focusWithin(part: Element, around: readonly Element[]): boolean {
  const near = around.find((element) => element.isConnected)?.closest(focusable);
  return focus(near != null && near !== part && part.contains(near) ? near : parts.get(part)?.());
}

function focus(target: Element | null | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  target.focus({ preventScroll: true });
  return document.activeElement === target;
}
