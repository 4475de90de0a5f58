import { type RefObject, useEffect, useRef } from 'react';

const places = '[tabindex], button, a[href], input, select, textarea';

/**
 * A control that goes away with what it did leaves the focus near its place, not at the top of the page.
 * @param root what stays: the control was anywhere in it
 * @param instead where to go when nothing around the control can hold the focus
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, instead: () => HTMLElement | null | undefined): void {
  const latest = useRef(instead);
  latest.current = instead;
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    // What held the focus last, and all it was in.
    let held: readonly Element[] = [];
    const note = ({ target }: FocusEvent) => {
      held = target instanceof Element ? pathOf(target, element) : [];
    };
    const settle = () => {
      if (held[0] === undefined || held[0].isConnected || document.activeElement !== document.body) return;
      const around = held.find((one) => one.isConnected)?.closest<HTMLElement>(places);
      held = [];
      (around != null && element.contains(around) ? around : latest.current())?.focus();
      // What cannot hold it any more leaves it to the content of the page.
      if (document.activeElement === document.body) document.getElementById('content')?.focus();
    };
    const observer = new MutationObserver(settle);
    element.addEventListener('focusin', note);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', note);
      observer.disconnect();
      // The root may go away with what it held.
      settle();
    };
  }, [root]);
}

/** An element and what it is in, from the inside out, without the root. */
function pathOf(element: Element, root: Element): Element[] {
  const path: Element[] = [];
  for (let one: Element | null = element; one !== null && one !== root; one = one.parentElement) path.push(one);
  return path;
}
