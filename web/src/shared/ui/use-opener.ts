import { useLayoutEffect, useRef } from 'react';

/**
 * Remembers what opened a panel, link or button, so that it has the focus again when the panel is closed.
 * @param panel Which panel is open; `null`: none.
 */
export function useOpener(panel: string | null) {
  const opener = useRef<HTMLElement | null>(null);
  // Before the panel takes the focus.
  useLayoutEffect(() => {
    if (panel === null) return;
    const pressed = pressedElement();
    // What is pressed in a panel goes with it: the way back is to what opened the first one.
    if (pressed !== null && pressed.closest('aside') === null) opener.current = pressed;
  }, [panel]);
  return {
    /** Before a press is answered whose element may go away by it, as an action of a menu does. */
    remember(): void {
      opener.current = pressedElement();
    },
    giveBack(): void {
      opener.current?.focus();
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
