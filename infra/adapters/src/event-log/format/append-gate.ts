import type { EventLog } from '../event-log.ts';
import { LogTimeoutError } from '../log-fault.ts';

/** Whether a process may append to a log. */
export interface AppendGate {
  /** Appends are made. */
  open(): void;
  /** Appends are refused for now, as while the log does not answer, instead of waiting. */
  refuseForNow(): void;
  /** Appends are refused with this error from now on. */
  refuse(error: Error): void;
}

/** What an append waits for, by log. */
const gates = new WeakMap<EventLog, () => Promise<void>>();

/** Holds all appends of a log but those that say its format, until the gate is opened. */
export function closeGate(log: EventLog): AppendGate {
  let settle: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  const passage = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Nothing may be waiting when it is refused.
  passage.catch(() => undefined);
  gates.set(log, () => passage);
  const refuse = (error: Error): void => {
    settle?.reject(error);
    gates.set(log, () => Promise.reject(error));
  };
  return {
    open: () => {
      gates.delete(log);
      settle?.resolve();
    },
    refuseForNow: () => refuse(new LogTimeoutError('The log has not said yet whether this program may write to it')),
    refuse,
  };
}

/** Has the first append of a log wait for something, and each next one until it has been done. */
export function doBeforeAppends(log: EventLog, action: () => Promise<void>): void {
  gates.set(log, async () => {
    await action();
    gates.delete(log);
  });
}

/** Resolves when a log may be appended to; `undefined` when nothing has to be waited for. @throws what the gate refuses with. */
export const passageOf = (log: EventLog): Promise<void> | undefined => gates.get(log)?.();
