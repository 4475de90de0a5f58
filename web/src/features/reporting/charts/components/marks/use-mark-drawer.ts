import { useCallback, useRef, useState } from 'react';
import type { LoadedChange } from '../../api/changes-api.ts';

const nothing: ReadonlySet<string> = new Set();

export type MarkDrawer = ReturnType<typeof useMarkDrawer>;

/** Whether the list of changes is open, and at which; closing gives the focus back to what opened it. */
export function useMarkDrawer() {
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpened(null);
    const pressed = opener.current;
    // A mark may have joined another meanwhile.
    requestAnimationFrame(() => (pressed?.isConnected ? pressed : button.current)?.focus());
  }, []);
  return {
    open: opened !== null,
    opened: opened ?? nothing,
    button,
    close,
    toggle(): void {
      if (opened === null) {
        opener.current = button.current;
        setOpened(new Set());
      } else close();
    },
    openAt(changes: readonly LoadedChange[], from: HTMLElement): void {
      if (changes.some(({ id }) => opened?.has(id))) {
        close();
        return;
      }
      opener.current = from;
      setOpened(new Set(changes.map(({ id }) => id)));
    },
  };
}
