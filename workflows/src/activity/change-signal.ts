/** Wakes a loop that otherwise sleeps until its next turn. */
export interface ChangeSignal {
  notify(): void;
  /**
   * Resolves at the next `notify`, after `timeoutMs`, or when the signal aborts; at once if notified since the last wait. Answers whether
   * it was notified.
   */
  wait(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
}

export function createChangeSignal(): ChangeSignal {
  let changed = false;
  let wake: () => void = () => undefined;
  return {
    notify: () => {
      changed = true;
      wake();
    },
    wait: async (timeoutMs, signal) => {
      if (!changed && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const finish = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', finish);
            resolve();
          };
          const timer = setTimeout(finish, timeoutMs);
          wake = finish;
          signal.addEventListener('abort', finish, { once: true });
        });
      }
      wake = () => undefined;
      const notified = changed;
      changed = false;
      return notified;
    },
  };
}
