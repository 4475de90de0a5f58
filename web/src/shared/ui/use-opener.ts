import { useEffect, useInsertionEffect, useRef } from 'react';

/**
 * Remembers what opened a panel, link or button, so that it has the focus again when the panel is closed.
 * @param panel Which panel is open; `null`: none.
 */
export function useOpener(panel: string | null) {
  const opener = useRef<HTMLElement | null>(null);
  const isClosing = useRef(false);
  // Before the heading of the page or the panel takes the focus, which they do in effects that come later.
  useInsertionEffect(() => {
    if (panel === null) return;
    const pressed = pressedElement();
    // What is pressed in a panel goes with it: the way back is to what opened the first one.
    if (pressed !== null && pressed.closest('aside') === null) opener.current = pressed;
  }, [panel]);
  // After the heading of the page has taken it, where closing leads to another address.
  useEffect(() => {
    if (panel === null && isClosing.current) opener.current?.focus();
    isClosing.current = false;
  }, [panel]);
  return {
    /** Before a press is answered whose element may go away by it, as an action of a menu does. */
    remember(): void {
      opener.current = pressedElement();
    },
    /** The panel is being closed. */
    giveBack(): void {
      isClosing.current = true;
    },
  };
}

/** What was pressed: of an action in a menu the button that opened the menu, as the action goes with it. */
function pressedElement(): HTMLElement | null {
  const { activeElement: active, body } = document;
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const from = menu == null ? active : document.getElementById(menu);
  return from instanceof HTMLElement && from !== body ? from : null;
}
